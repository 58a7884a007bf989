/** The person's own files of literature, where some are open: what stands beside answers asks them, and what a model is told of comes from them. */
import { beside } from "../../engine/beside.ts";
import type { Libraries } from "../../engine/library.ts";
import type { Draft, ThinkBeside } from "../../engine/types.ts";

/** The files that are open, and whether a model is told of them. */
export const ownFiles = {
  libraries: undefined as Libraries | undefined,
  tells: true,
  /** Hears that it was chosen whether a model is told. */
  onChoice: undefined as (() => void) | undefined,
  choose(tells: boolean): void {
    this.tells = tells;
    this.onChoice?.();
  },
  open(libraries: Libraries): void {
    this.libraries = libraries;
  },
  close(): void {
    this.libraries = undefined;
  },
};

/** Without what stands beside it a request is as good as before, but for one that asks the literature alone. */
beside.add = async ({ id, verdict, alone = false }: Draft): Promise<Draft | undefined> => {
  if (alone) return ownFiles.libraries?.beside(id);
  if (!ownFiles.tells || verdict === "refused") return undefined;
  return ownFiles.libraries?.beside(id).catch(() => undefined);
};

beside.think = async (): Promise<ThinkBeside | undefined> =>
  ownFiles.tells ? ownFiles.libraries?.thinkBeside().catch(() => undefined) : undefined;
