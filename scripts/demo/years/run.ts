import type {
  CommandData,
  CommandInput,
  CommandName,
} from '../../../app/platform/db/command-types.ts'
import type { Db } from '../../../app/platform/request/context.ts'

/** Sends a command of the demo company as the person of a login, under a key made from its source; throws when it is refused. */
export type Run = <N extends CommandName>(
  login: string,
  command: N,
  source: string,
  args: CommandInput<N>,
) => Promise<CommandData<N>>

/** The people of the company, each with their own rights. */
export type Desk = (login: string) => Promise<Db>

/** The tools and the day of the morning that is played. */
export interface Now {
  desk: Desk
  run: Run
  day: string
  ids: ReadonlyMap<string, string>
}
