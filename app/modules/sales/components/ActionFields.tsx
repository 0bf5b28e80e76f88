import type { BookingIntent } from '../actions'

/** Renders the hidden fields of each action's form: the intent and the version of the booking. */
export function ActionFields({ intent, version }: { intent: BookingIntent; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
