import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { VAT_CLASS_OPTIONS, type VatClass } from '~/platform/values/vat'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import type { Supplier } from '../queries.server'
import { supplierSchema } from '../schema'

interface Props {
  project: string
  /** The idempotency key of a new supplier. */
  idempotencyKey?: string
  supplier?: Supplier
  lastResult: SubmissionResult<string[]> | undefined
}

/** Adds or edits a supplier. */
export function SupplierForm({ project, idempotencyKey, supplier, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'supplier',
    schema: supplierSchema,
    lastResult,
    defaultValue: supplier && {
      name: supplier.name,
      registered_name: supplier.registeredName ?? '',
      tin: supplier.tin ?? '',
      vat_class: (supplier.vatClass as VatClass | null) ?? undefined,
      terms_days: supplier.termsDays?.toString(),
    },
  })
  return (
    <Panel>
      <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
        {supplier ? <input type="hidden" name="version" value={supplier.version} /> : null}
        <FormGrid>
          <TextField field={fields.name} label="Name" autoFocus autoComplete="off" />
          <TextField
            field={fields.registered_name}
            label="Registered name"
            autoComplete="off"
            hint="As on the supplier’s invoices"
          />
          <TextField field={fields.tin} label="TIN" autoComplete="off" />
          <SelectField
            field={fields.vat_class}
            label="VAT class"
            options={VAT_CLASS_OPTIONS}
            empty="Not known"
          />
          <TextField
            field={fields.terms_days}
            label="Terms (days)"
            inputMode="numeric"
            hint="0 = cash. Blank = not agreed"
          />
        </FormGrid>
        <FormActions>
          <SubmitButton>{supplier ? 'Save supplier' : 'Add supplier'}</SubmitButton>
          <LinkButton to={paths.inventory.suppliers} variant="ghost">
            Cancel
          </LinkButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}
