import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { deviceName } from './device'

/** One place where the person is signed in. */
export interface OwnSession {
  id: string
  device: string
  /** As the server saw it; null when nobody noted it, as with field apps. */
  address: string | null
  startedAt: string
  /** Exact to the hour: it moves when the session is renewed. */
  lastUsedAt: string
  /** The one that asks. */
  current: boolean
}

/** The person's own sessions, last used first, the one that asks on top. */
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
