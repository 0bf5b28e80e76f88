import type {
  CommandData,
  CommandInput,
  CommandName,
} from '../../../app/platform/db/command-types.ts'

/** Sends a command of the demo company as the person of a login, under a key made from its source; throws when it is refused. */
export type Run = <N extends CommandName>(
  login: string,
  command: N,
  source: string,
  args: CommandInput<N>,
) => Promise<CommandData<N>>
