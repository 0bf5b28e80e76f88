import type { CommandError } from '~/platform/db/command.server'
import { storageSaysLater } from './download.server'

const NO_ROOM =
  'The file cannot be stored now: the server disk is full, or the storage does not respond. Nothing was changed. Contact the server operator.'

/**
 * Explains at the field of a file that the storage cannot take it now.
 *
 * @throws The failure itself when it is another one.
 */
export function explainNoRoom(failure: unknown, field: string): CommandError {
  if (!storageSaysLater(failure)) throw failure
  return { status: 503, code: 'disk_full', field, message: NO_ROOM }
}
