// The main path in WebKit.

import { mainPath } from "./main-path.mjs";
import * as webkit from "./webkit.mjs";

mainPath(webkit);
