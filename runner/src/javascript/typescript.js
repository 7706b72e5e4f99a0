// TypeScript becomes JavaScript by leaving out its types; nothing is checked.

const NAMES = /(?<!\.d)\.[cm]?ts$/;

export const typescript = {
  isNamed: (path) => NAMES.test(path),
  /** `transform` is Sucrase's; lines keep their numbers. */
  strip(transform, path, text) {
    if (!transform) throw new Error(`${path} is TypeScript, and what removes its types is not loaded`);
    const options = { transforms: ["typescript"], disableESTransforms: true, preserveDynamicImport: true, filePath: path };
    return transform(text, options).code;
  },
};
