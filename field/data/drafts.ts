import Dexie from 'dexie'
import type { ActKind } from '~/platform/field/acts'
import type { PersonDatabase } from './copy'
import type { Draft } from './written'

/** Returns the forms of a kind that are being filled, which are few. */
export function draftsOf<K extends ActKind>(db: PersonDatabase, kind: K): Promise<Draft<K>[]> {
  return db.drafts
    .where('[kind+about]')
    .between([kind, Dexie.minKey], [kind, Dexie.maxKey])
    .toArray() as Promise<Draft[]> as Promise<Draft<K>[]>
}

/**
 * Returns the forms of a kind that are about something. A customer whom this phone has asked for is known by the key of that act, and
 * later by the id that the office has given: a form that was begun under one of them is found under the other too.
 */
export async function draftsAbout<K extends ActKind>(
  db: PersonDatabase,
  kind: K,
  about: string,
): Promise<Draft<K>[]> {
  const drafts = await draftsOf(db, kind)
  const [act, ...acts] = await db.acts.bulkGet([about, ...drafts.map((draft) => draft.about)])
  const names = [about, act?.answer?.id]
  return drafts.filter((draft, at) => names.includes(draft.about) || acts[at]?.answer?.id === about)
}
