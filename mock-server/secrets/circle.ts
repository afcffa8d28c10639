import type { SandboxIdentity } from '../sandboxes/sandbox-config.ts';
import { spellingsOf } from './spellings.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

/** The sandboxes of one server, whose secrets none of them shows. */
export interface SecretCircle {
  add(identity: SandboxIdentity): void;
  remove(identity: SandboxIdentity): void;
  /** The secrets of all of them; undefined while there is only one, whose few are found faster one by one. */
  index(): TextIndex | undefined;
}

const circles = new WeakMap<SandboxIdentity, SecretCircle>();

/** The circle that a sandbox is in, or was in last. */
export const circleOf = (identity: SandboxIdentity): SecretCircle | undefined => circles.get(identity);

/**
 * A circle without members.
 *
 * @example circle.add(sandbox.identity)
 */
export function createSecretCircle(): SecretCircle {
  const members = new Set<SandboxIdentity>();
  let index: TextIndex | undefined;
  const circle: SecretCircle = {
    add(identity) {
      members.add(identity);
      circles.set(identity, circle);
      if (index) for (const text of spellingsOf(identity)) index.add(text);
    },
    remove(identity) {
      members.delete(identity);
      index = undefined;
    },
    index() {
      if (members.size < 2) return undefined;
      if (index) return index;
      index = createTextIndex();
      for (const member of members) for (const text of spellingsOf(member)) index.add(text);
      return index;
    },
  };
  return circle;
}
