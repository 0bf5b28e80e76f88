import type { CustomerAnswer, Intent } from '../acts'

/** What the form of an act on a customer needs to send itself. */
export interface ActProps<C = unknown> {
  project: string
  op: string
  customer: { id: string; name: string; version: number } & C
  answer: CustomerAnswer | undefined
}

/** The hidden values that every act on a customer sends. */
export function ActValues({ intent, version }: { intent: Intent; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
