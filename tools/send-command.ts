import { commandRunner } from '../app/platform/db/command.server.ts'
import type { CommandData, CommandInput, CommandName } from '../app/platform/db/command-types.ts'
import type { Db } from '../app/platform/request/context.ts'
import { uuidOf } from './ids.ts'

/**
 * Sends a command as a user, under an idempotency key made from the source row: sent again it gets the same answer and
 * does nothing.
 *
 * @throws when the command is refused, with the source row.
 */
export async function sendCommand<N extends CommandName>(
  db: Db,
  command: N,
  project: string,
  source: string,
  args: CommandInput<N>,
): Promise<CommandData<N>> {
  const run = commandRunner(db, project, uuidOf(project, `${command}:${source}`))
  const result = await run(command, args)
  if (result.ok) return result.data
  const { message, code, field } = result.error
  throw new Error(
    `${command} of ${source} was refused: ${message} (${[code, field].filter(Boolean).join(', ')})`,
  )
}
