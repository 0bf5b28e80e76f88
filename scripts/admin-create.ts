import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Backend, openBackend } from '../server/backend.ts'
import { type Env, readEnv } from '../server/env.ts'
import { accountClient } from '../server/supabase.ts'
import { ensureAccount } from '../tools/accounts.ts'

const USAGE = 'Usage: npm run admin:create -- --email you@example.com [--name "Your Name"]'

/** `npm run admin:create`: Creates the platform administrator, who then creates projects and users. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
  const email = z.email().safeParse(values.email?.trim().toLowerCase())
  if (!email.success) throw new Error(USAGE)
  const env = readEnv()
  const backend = await openBackend(env, { origin: originOf(env), as: 'tool' })
  try {
    await createAdmin(backend, email.data, values.name?.trim() || 'Admin Team', originOf(env))
  } finally {
    await backend.close()
  }
}

async function createAdmin(backend: Backend, email: string, name: string, origin: string) {
  const password = randomBytes(15).toString('base64url')
  const { id, isNew } = await ensureAccount(backend, { email, password })
  const accounts = accountClient(backend)
  const { error } = await accounts.rpc('set_platform_admin', {
    p_user: id,
    p_email: email,
    p_display_name: name,
  })
  if (error) {
    if (isNew) await accounts.auth.admin.deleteUser(id)
    throw new Error(error.message)
  }
  console.log(`${email} is the platform administrator.`)
  console.log(
    isNew
      ? `Password, shown this once:  ${password}\nSign in at ${origin}; choose your own by "Forgot your password?" there.`
      : `The account was there already: its password stays as it is. Sign in at ${origin}.`,
  )
}

function originOf({ APP_ORIGIN, PORT }: Env): string {
  return APP_ORIGIN ?? `http://localhost:${PORT}`
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
