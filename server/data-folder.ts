import { createHmac, randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ConfigurationError } from './env.ts'

/**
 * The keys with which the embedded API signs and checks tokens; made at the first start, they
 * never leave the data folder.
 */
export interface Secrets {
  jwtSecret: string
  publishableKey: string
  secretKey: string
  sessionSecret: string
}

/**
 * Reads the folder's secrets, making folder and secrets (mode 600) at the first start; without a
 * folder (tests in memory) they are new each time.
 *
 * @throws ConfigurationError when the folder cannot be used, or its secrets are damaged.
 */
export async function openSecrets(folder: string | null): Promise<Secrets> {
  if (!folder) return makeSecrets()
  makeFolder(folder)
  const file = path.join(folder, 'secrets.json')
  if (!existsSync(file)) {
    // A link appears whole: of two first starts, the second reads what the first one made.
    const draft = `${file}.${process.pid}`
    const secrets = JSON.stringify(await makeSecrets(), null, 2)
    try {
      writeFileSync(draft, secrets, { mode: 0o600 })
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  } catch {
    throw new ConfigurationError(
      `${file} is damaged. Put the one of a backup in its place. Without it all users must sign in again: move it away, and the next start makes another.`,
    )
  }
}

/** Returns the key without which nobody reads the outbox: whoever may read the data folder has it. */
export function outboxKey({ jwtSecret }: Pick<Secrets, 'jwtSecret'>): string {
  return createHmac('sha256', jwtSecret).update('outbox').digest('base64url')
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ConfigurationError(
      `KALAKAL_DATA_DIR ${folder} is no folder that this user may write to (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

/** Makes new keys. */
export async function makeSecrets(): Promise<Secrets> {
  // Loaded here only: the library takes a quarter of a second, and the server thread needs nothing else of it.
  const { generateApiKey } = await import('@supabase/lite')
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: (await generateApiKey('publishable')).key,
    secretKey: (await generateApiKey('secret')).key,
    sessionSecret: randomBytes(48).toString('base64url'),
  }
}
