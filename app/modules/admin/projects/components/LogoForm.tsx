import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useState } from 'react'
import { ownResult } from '~/platform/forms/own-result'
import type { LogoKey } from '~/platform/request/logos'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FileField } from '~/ui/FileField'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { logoSchema } from '../schema'
import { LOGOS, LogoPicture } from './LogoPicture'
import { RemoveLogo } from './RemoveLogo'

interface Props {
  which: LogoKey
  /** The path in the bucket; null when the project has no such logo. */
  path: string | null
  version: number
  /** The active project, where its own settings are changed; null for the administrator. */
  formProject: string | null
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Uploads, replaces or removes one logo, with a preview before it is saved. */
export function LogoForm(props: Props) {
  const { which, path, version, formProject, idempotencyKey, lastResult } = props
  const [form, fields] = useCommandForm({
    id: which,
    schema: logoSchema,
    lastResult: ownResult(lastResult, 'logo'),
  })
  const [preview, choose] = usePreview()
  return (
    <section aria-labelledby={`${which}-title`} className="flex min-w-0 flex-col gap-3">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h3 id={`${which}-title`} className="font-medium">
          {LOGOS[which].label}
        </h3>
        {path ? (
          <RemoveLogo
            {...{ which, version, formProject, idempotencyKey }}
            errors={ownResult(lastResult, 'remove-logo')?.error?.['']}
          />
        ) : null}
      </header>
      <LogoPicture which={which} path={path} preview={preview} />
      <CommandForm
        form={form}
        project={formProject}
        idempotencyKey={idempotencyKey}
        encType="multipart/form-data"
      >
        <input type="hidden" name="intent" value="logo" />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="which" value={which} />
        <FileField
          field={fields.picture}
          label={path ? 'New picture' : 'Picture'}
          accept="image/png,image/jpeg,image/webp"
          hint="PNG, JPEG or WebP, at most 1 MiB. A larger picture is scaled down to 800 px."
          onPick={choose}
        />
        <FormActions>
          <SubmitButton name="button" value={which}>
            {path ? 'Replace logo' : 'Save logo'}
          </SubmitButton>
        </FormActions>
      </CommandForm>
    </section>
  )
}

/** Keeps an address for the chosen file in this browser, until another file is chosen. */
function usePreview() {
  const [file, setFile] = useState<File | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return [address, setFile] as const
}
