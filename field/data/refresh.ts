import type { Snapshot } from '~/platform/field/copy'
import { version } from '../../package.json'
import { call } from '../api'
import type { PersonDatabase } from './copy'

/** Refreshes the copy until it is whole. One tab does; another one that asks meanwhile waits for it. */
export async function refreshCopy(db: PersonDatabase, project: string): Promise<void> {
  await alone(`refresh ${db.name}`, async () => {
    for (let complete = false; !complete; ) {
      const have = await db.have()
      const answer = await call<Snapshot>('snapshot', { project, have, contact: { version } })
      await db.keep(answer, Date.parse(answer.as_of) - Date.now())
      complete = answer.complete
    }
  })
}

/** Browsers have locks on secure origins only. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work()
}
