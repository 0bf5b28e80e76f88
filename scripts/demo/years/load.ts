import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { rows } from '../../../app/platform/db/command.server.ts'
import type { Db } from '../../../app/platform/request/context.ts'
import type { Backend } from '../../../server/backend.ts'
import { ensureAdmin, signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { loadLetterhead } from '../letterheads.ts'
import { loadOther } from '../other.ts'
import { COMPANIES, DEMO_ID, ensureCompany } from '../people.ts'
import { COMPANY } from './people.ts'
import { playToday } from './today.ts'

/** Makes both companies with their people, and returns the ids of those of the first by login. */
export async function prepareCompanies(backend: Backend): Promise<Map<string, string>> {
  const admin = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  for (const company of [COMPANY, COMPANIES[1]!]) {
    await ensureCompany(backend, admin, company)
    await loadLetterhead(admin, company)
  }
  const people = rows(
    await admin.from('memberships').select('user_id, profiles(email)').eq('project_id', DEMO_ID),
  )
  await admin.auth.signOut({ scope: 'local' })
  return new Map(people.map(({ user_id, profiles }) => [profiles.email.split('@')[0]!, user_id]))
}

/** Plays today's morning in the first company, and what the second one has. */
export async function playMorning(
  backend: Backend,
  people: ReadonlyMap<string, string>,
  day: string,
): Promise<void> {
  const used = new Map<string, Db>()
  const as = async (login: string, domain = 'demo.test') => {
    const email = `${login}@${domain}`
    const db = used.get(email) ?? (await signInAs(backend, { email, password: DEMO_PASSWORD }))
    used.set(email, db)
    return db
  }
  await playToday(as, people, day)
  await loadOther(as)
  // A session that stays would stand first in its user's list.
  for (const db of used.values()) await db.auth.signOut({ scope: 'local' })
  // The web server looks for this file, to show on every screen that this is a demo.
  if (backend.folder) writeFileSync(path.join(backend.folder, 'demo'), '')
}
