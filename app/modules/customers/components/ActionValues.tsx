import type { CustomerAnswer, CustomerIntent } from '../actions'

/** Props that every form of an action on a customer needs. */
export interface CustomerActionProps<C = unknown> {
  project: string
  idempotencyKey: string
  customer: { id: string; name: string; version: number } & C
  answer: CustomerAnswer | undefined
}

/** Hidden fields that every action on a customer sends. */
export function ActionValues({ intent, version }: { intent: CustomerIntent; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
