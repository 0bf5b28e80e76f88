import { runCommand } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { uuidOf } from './ids.ts'

type Command = Parameters<typeof runCommand>[1]

/**
 * Sends a command as a person, under an operation id made from the source row: sent again it
 * answers as it did and does nothing.
 *
 * @throws when the command is refused, with the source row.
 */
export async function act<T = { id: string; version: number }>(
  db: Db,
  command: Command,
  project: string,
  source: string,
  args: Record<string, unknown>,
): Promise<T> {
  const result = await runCommand<T>(db, command, {
    p_project: project,
    p_idempotency_key: uuidOf(project, `${command}:${source}`),
    ...args,
  })
  if (result.ok) return result.data
  const { message, code, field } = result.error
  throw new Error(
    `${command} of ${source} was refused: ${message} (${[code, field].filter(Boolean).join(', ')})`,
  )
}
