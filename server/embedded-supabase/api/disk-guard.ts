import { DISK_FULL, type Disk, freeMiB } from '../../disk.ts'
import type { WireRequest } from '../protocol.ts'
import { Refusal, refusal } from './refusals.ts'

/** Below this the embedded database cannot be opened: it writes before it answers. */
const START_MIB = 32
/** The commands without which nobody signs in. */
const SIGNING_IN = new Set(['begin_sign_in', 'end_sign_in', 'record_session'])

export const diskFull = () => new Refusal(503, '53100', 'disk_full', DISK_FULL)

/** @throws Error for the operator, when there is no room to open the database. */
export async function requireRoom(folder: string): Promise<void> {
  const free = await freeMiB(folder).catch(() => START_MIB)
  if (free < START_MIB)
    throw new Error(
      `The disk of ${folder} is full: ${free} MiB are free, the database needs ${START_MIB} to be opened. Make room and start again; nothing is damaged.`,
    )
}

/** Refuses accounts' and files' requests that would write, before they are begun. Rows and commands: `refuseWrites`. */
export function refuseWithoutRoom(
  { method, url }: WireRequest,
  disk: Disk,
  databaseHere: boolean,
): Response | null {
  const level = disk.level()
  const { pathname } = new URL(url)
  if (level === 'ok' || method === 'GET' || method === 'HEAD') return null
  const file = pathname.startsWith('/storage/')
  const account = pathname.startsWith('/auth/') && level === 'full' && databaseHere
  if (!file && !account) return null
  const { status, code, hint, message } = diskFull()
  return refusal(status, code, hint, message, { 'Retry-After': '30' })
}

/** A question or command as the library has read it. */
interface Asked {
  type: string
  function?: string
}

interface Functions {
  functions?: readonly { name: string; volatility: string }[]
}

/** Tells a command, or a change of rows, from what only reads. Functions that only read are not volatile. */
export function isWrite({ type, function: name }: Asked, { functions }: Functions): boolean {
  if (type === 'rpc')
    return functions?.some((f) => f.name === name && f.volatility === 'v') ?? false
  return type !== 'query'
}

/** @throws Refusal when there is no room for what would write. */
export function refuseWrites({ function: name }: Asked, disk: Disk): void {
  const level = disk.level()
  if (level === 'ok') return
  if (level === 'read_only' && name !== undefined && SIGNING_IN.has(name)) return
  throw diskFull()
}
