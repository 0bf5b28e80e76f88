import { useState } from 'react'
import { paths } from '~/paths'
import { optionsOfNames } from '~/platform/forms/choices'
import { LinkButton } from '~/ui/Button'
import { withoutBlankTail } from '~/ui/blank-tail'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SaveKeys } from '~/ui/Kbd'
import { ctrlEnterSaves, enterGoesOn } from '~/ui/keyboard'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { SaveAndNew } from '~/ui/SaveAndNew'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, TextField } from '~/ui/TextField'
import { useFirstFocus } from '~/ui/useFirstFocus'
import type { VoucherStart } from '../begin'
import type { PayeeOption } from '../choices.server'
import type { VoucherAnswer } from '../entry.server'
import { voucherSchema } from '../schema'
import { LinesEditor } from './LinesEditor'
import { Payment } from './Payment'
import { useVoucherDuplicates } from './useVoucherDuplicates'
import { VoucherDuplicateWarning } from './VoucherDuplicateWarning'

interface Choice {
  value: string
  label: string
}

interface Props {
  project: string
  idempotencyKey: string
  currency: string
  start: VoucherStart
  payees: readonly PayeeOption[]
  costCenters: readonly Choice[]
  banks: readonly Choice[]
  /** The next blank cheque by bank account. */
  nextCheques: Record<string, string>
  categories: readonly string[]
  classifications: readonly string[]
  answer: VoucherAnswer | undefined
  /** The voucher to edit, with the version that the user saw. */
  edit?: { id: string; version: number }
  /** The address of the Cancel button. */
  back: string
}

/** The form of a voucher, for a new one and for edits: payee, lines, payment. */
export function VoucherForm(props: Props) {
  const {
    project,
    idempotencyKey,
    currency,
    start,
    payees,
    costCenters,
    banks,
    answer,
    edit,
    back,
  } = props
  const [began] = useState(start)
  const [form, fields] = useCommandForm({
    id: 'voucher',
    schema: voucherSchema,
    lastResult: answer?.lastResult,
    defaultValue: began,
    prepare: withoutBlankTail,
  })
  useFirstFocus(fields.payee_id.id)
  const duplicates = useVoucherDuplicates(
    { payee: fields.payee_id.value, invoice: fields.invoice_no.value, excludeId: edit?.id },
    answer?.duplicates ?? [],
  )
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      {edit ? <input type="hidden" name="version" value={edit.version} /> : null}
      <div onKeyDownCapture={ctrlEnterSaves} className="flex flex-col gap-4">
        <Panel title="Voucher">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter moves between the fields inside */}
          <div onKeyDown={enterGoesOn}>
            <FormGrid>
              <PickerField
                field={fields.payee_id}
                label="Pay to"
                options={payees}
                source={paths.expenses.payeeOptions}
                className="sm:col-span-2"
                onPick={(payee) =>
                  form.update({
                    name: fields.pay_to_account_no.name,
                    value: payee?.account ?? '',
                  })
                }
              />
              <TextField
                field={fields.pay_to_account_no}
                label="Account no."
                hint="Default: payee's account."
                autoComplete="off"
              />
              <DateField field={fields.date_added} label="Date" />
              <TextField
                field={fields.invoice_no}
                label="Supplier invoice no."
                autoComplete="off"
              />
              <PickerField
                field={fields.category}
                label="Category"
                options={optionsOfNames(props.categories)}
                adds={{ field: fields.new_category, noun: 'category' }}
              />
              <PickerField
                field={fields.classification}
                label="Classification"
                options={optionsOfNames(props.classifications)}
                adds={{ field: fields.new_classification, noun: 'classification' }}
              />
              <TextField
                field={fields.general_description}
                label="Description"
                autoComplete="off"
              />
            </FormGrid>
          </div>
          <VoucherDuplicateWarning
            duplicates={duplicates}
            field={fields.again}
            currency={currency}
          />
        </Panel>
        <Panel title="Details">
          <LinesEditor form={form} lines={fields.lines} costCenters={costCenters} />
        </Panel>
        <Panel title="Payment">
          <Payment
            fields={fields}
            banks={banks}
            nextCheque={props.nextCheques[fields.bank_id.value ?? '']}
            currency={currency}
          />
        </Panel>
      </div>
      <FormActions>
        <SubmitButton>Save voucher</SubmitButton>
        {edit ? null : <SaveAndNew />}
        <LinkButton to={back} variant="ghost">
          Cancel
        </LinkButton>
        <SaveKeys does="saves" andNew={!edit} />
      </FormActions>
    </CommandForm>
  )
}
