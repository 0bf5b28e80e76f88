import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField, TextField } from '~/ui/TextField'
import { type MasterKind, masterOf } from '../definitions'

interface Props {
  kind: MasterKind
  project: string
  /** The idempotency key of a new entry. */
  idempotencyKey?: string
  /** The saved values, with the version that was read. */
  saved?: { version: number; values: Record<string, string | null> }
  lastResult: SubmissionResult<string[]> | undefined
}

/** The form with all fields of an entry, for adding and for editing. */
export function MasterForm({ kind, project, idempotencyKey, saved, lastResult }: Props) {
  const { fields: definition, schema, one } = masterOf(kind)
  const [form, fields] = useCommandForm({
    id: `master-${kind}`,
    schema,
    lastResult,
    defaultValue: saved?.values,
  })
  return (
    <Panel>
      <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
        {saved ? <input type="hidden" name="version" value={saved.version} /> : null}
        <FormGrid>
          {definition.map(({ name, amount, ...texts }) =>
            amount ? (
              <MoneyField key={name} field={fields[name]!} {...texts} />
            ) : (
              <TextField key={name} field={fields[name]!} {...texts} autoComplete="off" />
            ),
          )}
        </FormGrid>
        <FormActions>
          <SubmitButton name="intent" value="save">
            {saved ? 'Save' : `Add ${one}`}
          </SubmitButton>
          <LinkButton to={paths.masters.list(kind)} variant="ghost">
            Cancel
          </LinkButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}
