import { namesOf } from '~/modules/people/queries.server'
import { inChunks } from '~/platform/db/chunks'
import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type FileOfActs, readActFile } from '../act-file'
import type { Said } from './said'
import { sayActs } from './say.server'

/** An act with what it says. */
export interface SaidAct {
  id: string
  version: number
  kind: string
  no: number
  state: string
  userId: string
  person: string
  phone: string | null
  takenById: string | null
  takenBy: string | null
  madeAt: string
  receivedAt: string
  /** The moment at which the office decided it; null where it waits, or was not asked. */
  decidedAt: string | null
  appVersion: string
  copyAsOf: string | null
  countsOn: string | null
  tries: number
  documentId: string | null
  documentNo: string | null
  /** The reason why it was refused or withdrawn, or for what it waits. */
  message: string | null
  said: Said
}

/**
 * Reads an act with what it says.
 *
 * @throws A 404 response when it is missing, or out of the reader's scope.
 */
export async function readAct(db: Db, projectId: string, id: string): Promise<SaidAct> {
  const found = row(
    await db.from('field_acts').select('*').eq('project_id', projectId).eq('id', id).single(),
  )
  const { kind, facts, depends_on: dependsOn, user_id: userId } = found
  const [[said], names, phone] = await Promise.all([
    sayActs(db, projectId, [{ key: found.id, no: found.device_no, kind, facts, dependsOn }]),
    namesOf(db, projectId),
    readPhone(db, projectId, userId, found.device),
  ])
  const answer = found.answer as { no?: string; message?: string } | null
  return {
    ...{ id: found.id, version: found.version, kind, no: found.device_no, state: found.state },
    ...{ userId, person: names.get(userId) ?? '–', phone },
    takenById: found.taken_by,
    takenBy: found.taken_by && (names.get(found.taken_by) ?? '–'),
    ...{ madeAt: found.made_at, receivedAt: found.received_at, countsOn: found.counts_on },
    decidedAt: found.state === 'waiting' ? null : found.modified_at,
    ...{ appVersion: found.app_version, copyAsOf: found.copy_as_of, tries: found.tries },
    ...{ documentId: found.document_id, documentNo: answer?.no ?? null },
    message: answer?.message ?? null,
    said: said!,
  }
}

async function readPhone(db: Db, projectId: string, userId: string, device: string) {
  const [found] = rows(
    await db
      .from('devices')
      .select('name')
      .eq('project_id', projectId)
      .eq('user_id', userId)
      .eq('device', device),
  )
  return found?.name ?? null
}

/** A file of acts with what they say, before they are taken in. */
export interface ReadFile {
  /** The file itself, to be taken in as it was read. */
  text: string
  person: string
  phone: string | null
  acts: {
    key: string
    no: number
    kind: string
    madeAt: string | null
    /** The state in which the office has it already; null of one that it does not know. */
    state: string | null
    /** The reason why its writer does not send it any more; null of one that is to be done. */
    withdraw: string | null
    said: Said
  }[]
}

/** Reads what the acts of a file say; null where it is none. */
export async function readFileOfActs(
  db: Db,
  projectId: string,
  text: string,
): Promise<ReadFile | null> {
  const file = readActFile(text)
  if (!file) return null
  const [said, states, names, phone] = await Promise.all([
    sayActs(db, projectId, file.acts),
    readStates(db, projectId, file.acts),
    namesOf(db, projectId),
    readPhone(db, projectId, file.person, file.device),
  ])
  return {
    ...{ text, person: names.get(file.person) ?? 'Not a person of this company', phone },
    acts: file.acts.map(({ key, no, kind, madeAt, withdraw }, at) => ({
      ...{ key, no, kind, madeAt, withdraw },
      ...{ state: states.get(key) ?? null, said: said[at]! },
    })),
  }
}

async function readStates(db: Db, projectId: string, acts: FileOfActs['acts']) {
  const keys = acts.map(({ key }) => key)
  const found = await inChunks(keys, async (some) =>
    rows(
      await db.from('field_acts').select('id, state').eq('project_id', projectId).in('id', some),
    ),
  )
  return new Map(found.map(({ id, state }) => [id, state]))
}
