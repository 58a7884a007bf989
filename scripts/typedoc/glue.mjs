// Says of what wasm-bindgen adds to the types what it is for, and leaves out the module's own exports, which nobody calls by hand.
import { Comment, Converter, ReflectionKind } from "typedoc";

const TOLD = {
  free: "Lets go of what this holds in the engine's memory; it cannot be used any more.",
  "[dispose]": "The same as `free`, at the end of a `using` block.",
  InitInput: "Where the module is read from: an address, a response, its bytes, or a module that is compiled.",
  SyncInitInput: "The module's bytes, or a module that is compiled.",
};
const LEFT_OUT = "InitOutput";

export function load({ converter }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const each of project.getReflectionsByKind(ReflectionKind.Interface))
      if (each.name === LEFT_OUT) project.removeReflection(each);
    for (const each of project.getReflectionsByKind(ReflectionKind.CallSignature | ReflectionKind.TypeAlias))
      if (!each.hasComment() && TOLD[each.name] !== undefined)
        each.comment = new Comment([{ kind: "text", text: TOLD[each.name] }]);
  });
}
