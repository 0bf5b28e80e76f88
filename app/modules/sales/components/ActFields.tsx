import type { Intent } from '../acts'

/** The hidden part of each act's form: which act, on which version of the booking. */
export function ActFields({ intent, version }: { intent: Intent; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
