import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { SubmitButton } from '~/ui/SubmitButton'
import type { Phone } from '../queries.server'
import { lockSchema, unlockSchema } from '../schema'

interface Props {
  phone: Phone
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Locks a phone with a reason, or unlocks it. */
export function LockPhone({ phone, lastResult, ...form }: Props) {
  const own = lastResult?.initialValue?.id === phone.id ? lastResult : undefined
  if (phone.lockedAt) return <Unlock phone={phone} lastResult={own} {...form} />
  return (
    <ReasonDialog
      id={`lock-${phone.id}`}
      trigger="Lock"
      title={`Lock ${phone.name} of ${phone.person}`}
      body="Its session ends at once. Acts that it has not sent stay on it, and are sent after it is unlocked."
      open={own?.status === 'error'}
      schema={lockSchema}
      values={{ intent: 'lock', id: phone.id, version: phone.version }}
      label="Lock phone"
      lastResult={own}
      {...form}
    />
  )
}

function Unlock({ phone, lastResult, ...command }: Props) {
  const [form] = useCommandForm({ id: `unlock-${phone.id}`, schema: unlockSchema, lastResult })
  return (
    <CommandForm form={form} {...command}>
      <input type="hidden" name="intent" value="unlock" />
      <input type="hidden" name="id" value={phone.id} />
      <input type="hidden" name="version" value={phone.version} />
      <SubmitButton variant="secondary">Unlock</SubmitButton>
    </CommandForm>
  )
}
