import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { deviceName } from './device'

/** One session of the user. */
export interface OwnSession {
  id: string
  device: string
  /** The IP address that the server saw; null when none was recorded, as with field apps. */
  address: string | null
  startedAt: string
  /** The time of last use, exact to the hour: it changes when the session is renewed. */
  lastUsedAt: string
  /** True for the session of this request. */
  current: boolean
}

/** Lists the user's own sessions, the current one first, then by last use. */
export async function listOwnSessions(db: Db): Promise<OwnSession[]> {
  const sessions = rows(await db.rpc('my_sessions')).map((session) => ({
    id: session.id,
    device: deviceName(session.device),
    address: session.address,
    startedAt: session.started_at,
    lastUsedAt: session.last_used_at,
    current: session.current,
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}
