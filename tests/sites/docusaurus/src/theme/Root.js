// The component above every page: it stays while the reader moves between pages, and so does the ask button in it.
import useBaseUrl from "@docusaurus/useBaseUrl";

export default function Root({ children }) {
  return (
    <>
      {children}
      <quarry-ask
        index={useBaseUrl("/quarry/")}
        source-url="https://github.com/example/shop/blob/main/{path}#L{start}-L{end}"
      />
    </>
  );
}
