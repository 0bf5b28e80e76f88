import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { accountClient } from '../../server/supabase.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { linkIn, mailsTo } from './outbox.ts'
import { isHosted, type WebServer } from './server.ts'

/** The message of a link that can no longer be used. */
export const OVER = 'This link was used or has expired.'
/** A password that is taken. */
export const GOOD = 'tatlong-manok-sa-bukid'
export const twice = (password: string) => ({ password, again: password })

/** Sends the form behind a link; answers where it led to, or what is wrong. */
export async function use(server: WebServer, link: string, password = GOOD): Promise<string> {
  const response = await new HttpClient(server.origin).post(link, twice(password))
  const location = response.headers.get('location')
  if (location) return location
  expect(response.status).toBe(422)
  const body = await response.text()
  expect(body).not.toContain(password)
  return body.includes(OVER) ? OVER : body
}

/** Asks for a mail with a link, as the screen does. */
export async function askFor(server: WebServer, kind: 'recovery' | 'signup', email: string) {
  return new HttpClient(server.origin).post(kind === 'signup' ? '/reset?type=signup' : '/reset', {
    email,
  })
}

/** The link of a newly asked mail; `nth` counts the mails to this address so far, this one included. */
export async function newLink(
  server: WebServer,
  kind: 'recovery' | 'signup',
  email: string,
  nth = 1,
): Promise<string> {
  // Auth sends an address no second mail within a second.
  if (isHosted() && nth > 1) await sleep(1100)
  expect((await askFor(server, kind, email)).status).toBe(200)
  // A notification may come to this address beside the first one.
  const text = nth === 1 ? '/verification?' : ''
  return linkIn((await mailsTo(server.folder, email, nth, text))[0]!)
}

/** A new person of the demo company, who has the first mail; made by the running server. */
export async function newPerson(server: WebServer, email: string, role = 'sales admin') {
  const backend = await openBackend(
    readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder }),
    { origin: server.origin, as: 'tool' },
  )
  const { auth } = accountClient(backend)
  const { data } = await auth.admin.createUser({ email })
  const admin = await signInAs(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  const { error } = await admin.rpc('provision_member', {
    p_project: DEMO_ID,
    p_idempotency_key: randomUUID(),
    p_member: {
      user_id: data.user!.id,
      email,
      display_name: 'Lorna Magsaysay',
      role,
      project_ids: [DEMO_ID],
    },
  })
  expect(error).toBeNull()
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
  await backend.close()
  return linkIn((await mailsTo(server.folder, email, 1))[0]!)
}
