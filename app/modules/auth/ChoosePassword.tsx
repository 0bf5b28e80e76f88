import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { NewPasswordFields } from './NewPasswordFields'
import { newPasswordTwice } from './password'
import type { LinkKind } from './verification-link'

interface Props {
  kind: LinkKind | 'invitation'
  email: string | null
  lastResult: SubmissionResult<string[]> | null | undefined
}

const TITLES = { recovery: 'NEW PASSWORD', signup: 'VERIFICATION', invitation: 'INVITATION' }

/** The form behind a link. Only sending it uses the link up. */
export function ChoosePassword({ kind, email, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'verification',
    schema: newPasswordTwice,
    lastResult,
  })
  const inputs = useRef<HTMLDivElement>(null)
  // Refused passwords are cleared, as they are in browsers without scripts.
  useEffect(() => {
    if (lastResult?.status !== 'error') return
    const typed = [...(inputs.current?.querySelectorAll('input') ?? [])]
    for (const input of typed) input.value = ''
    typed[0]?.focus()
  }, [lastResult])
  const whose = email ? (
    <>
      {' '}
      for <b className="font-medium wrap-anywhere text-ink">{email}</b>
    </>
  ) : null
  return (
    <>
      <h1 className="mb-2 text-figure font-semibold tracking-wide">{TITLES[kind]}</h1>
      <p className="mb-5 text-muted">
        {kind === 'recovery' ? (
          <>Choose a new password{whose}. Other sessions will be signed out.</>
        ) : kind === 'invitation' ? (
          <>Choose a password{whose} to open your account. You sign in with this address.</>
        ) : (
          <>Choose a password{whose} to confirm your e-mail address and set up your account.</>
        )}
      </p>
      <CommandForm form={form} project={null}>
        {/* The e-mail lets password managers store the password with its account. */}
        {email ? (
          <input hidden readOnly type="email" autoComplete="username" value={email} />
        ) : null}
        <div ref={inputs} className="flex flex-col gap-4">
          <NewPasswordFields fields={fields} />
        </div>
        <FormActions>
          <SubmitButton className="w-full">Confirm</SubmitButton>
        </FormActions>
      </CommandForm>
    </>
  )
}
