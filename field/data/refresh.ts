import type { Snapshot } from '~/platform/field/copy'
import { version } from '../../package.json'
import { call } from '../api'
import { unsent } from './acts'
import { alone } from './alone'
import type { PersonDatabase } from './copy'

/** A slow line takes so long for an answer. */
const WAIT_MS = 60_000

/** Tells the office how many acts wait here, before they are sent: it sees them also when the sending breaks off. */
export async function tellWaiting(db: PersonDatabase, project: string): Promise<void> {
  const { waiting, since } = await unsent(db)
  if (waiting === 0) return
  await call('contact', { project, contact: { version, waiting, waiting_since: since } })
}

/** Refreshes the copy until it is whole. One tab does; another one that asks meanwhile waits for it. */
export async function refreshCopy(db: PersonDatabase, project: string): Promise<void> {
  await alone(`refresh ${db.name}`, async () => {
    for (let complete = false; !complete; ) {
      const [have, { waiting, since }] = await Promise.all([db.have(), unsent(db)])
      const contact = { version, waiting, waiting_since: since }
      const answer = await call<Snapshot>('snapshot', { project, have, contact }, WAIT_MS)
      await db.keep(answer, Date.parse(answer.as_of) - Date.now())
      complete = answer.complete
    }
  })
}
