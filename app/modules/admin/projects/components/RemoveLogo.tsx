import type { LogoKey } from '~/platform/request/logos'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { LOGOS } from './LogoPicture'

interface Props {
  which: LogoKey
  version: number
  formProject: string | null
  idempotencyKey: string
  /** Reasons why the removal was refused. */
  errors: string[] | null | undefined
}

/** Removes a logo after a confirmation. */
export function RemoveLogo({ which, version, formProject, idempotencyKey, errors }: Props) {
  const { label, without } = LOGOS[which]
  return (
    <ConfirmForm
      trigger="Remove"
      title={`Remove the ${label.toLowerCase()}`}
      body={`The picture is deleted. ${without}`}
      label="Remove logo"
      danger
      values={{
        intent: 'remove-logo',
        which,
        version,
        idempotencyKey,
        project: formProject ?? undefined,
      }}
      errors={errors}
    />
  )
}
