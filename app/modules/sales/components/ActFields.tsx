import type { Intent } from '../acts'

/** Renders the hidden fields of each action's form: the intent and the version of the booking. */
export function ActFields({ intent, version }: { intent: Intent; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
