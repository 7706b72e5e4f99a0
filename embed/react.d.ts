/** For React 19: `import type {} from "@quarry/ask/react"` once, and `<quarry-ask>` is known in JSX. */
import type { QuarryAskElement } from "./index.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "quarry-ask": QuarryAskElement;
    }
  }
}
