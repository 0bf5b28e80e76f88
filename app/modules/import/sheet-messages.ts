import type { AppLoadContext } from '@remix-run/node'
import type { SheetRead } from './mapping'
import { SheetProblem } from './problem.server'

/** A sheet to be read: an uploaded file, rows that were pasted, or the rows that a form carried. */
export type SheetMessage =
  | { file: Uint8Array; name: string }
  | { pasted: string }
  | { carried: string }

export type SheetAnswer = { sheet: SheetRead } | { problem: string }

const OVER = {
  time: 'Reading takes too long. Copy the sheet alone into a new workbook, or save it as CSV, and try again.',
  memory:
    'Reading takes too much memory. Copy the sheet alone into a new workbook, or save it as CSV, and try again.',
  busy: 'Other sheets are being read. Try again in a minute.',
}

/**
 * Has a sheet read on a thread, so that nobody else waits for it.
 *
 * @throws SheetProblem with advice for the user.
 */
export async function readSentSheet(
  { readOnThread }: Pick<AppLoadContext, 'readOnThread'>,
  message: SheetMessage,
): Promise<SheetRead> {
  const { over, answer } = await readOnThread<SheetAnswer>('sheet', message)
  if (over) throw new SheetProblem(OVER[over])
  if ('problem' in answer) throw new SheetProblem(answer.problem)
  return answer.sheet
}
