import type { SubmissionResult } from '@conform-to/react'
import { useNavigate } from '@remix-run/react'
import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SaveKeys } from '~/ui/Kbd'
import { ctrlEnterSaves, enterGoesOn } from '~/ui/keyboard'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, MoneyField, TextField } from '~/ui/TextField'
import { useFirstFocus } from '~/ui/useFirstFocus'
import { collectionSchema } from '../schema'
import { AccountField } from './AccountField'
import { AllocationTable, type Payable } from './AllocationTable'
import { ChequeFields } from './ChequeFields'
import { Owes } from './Owes'
import { useOldestFirst } from './useOldestFirst'

interface Props {
  project: string
  idempotencyKey: string
  currency: string
  drrLabel: string
  /** The company's bank accounts, for a transfer. */
  banks: readonly { value: string; label: string }[]
  customers: readonly { id: string; label: string; detail?: string }[]
  collectors: readonly { id: string; name: string }[]
  chosen: {
    option: { id: string }
    position: { collectibles: Amount; unapplied: Amount }
    bookings: Payable[]
  } | null
  defaults: Parameters<typeof useCommandForm<typeof collectionSchema>>[0]['defaultValue']
  lastResult: SubmissionResult<string[]> | undefined
}

const TYPES = collectionSchema.shape.collection_type.options.map((value) => ({
  value,
  label: collectionType(value),
}))

/** Edits a receipt: its papers, then the customer's open bookings to allocate it to. */
export function CollectionForm(props: Props) {
  const {
    project,
    idempotencyKey,
    currency,
    drrLabel,
    banks,
    customers,
    chosen,
    defaults,
    lastResult,
  } = props
  const navigate = useNavigate()
  const [form, fields] = useCommandForm({
    id: 'collection',
    schema: collectionSchema,
    lastResult,
    defaultValue: defaults,
  })
  useFirstFocus(chosen ? fields.amount.id : fields.customer_id.id)
  useOldestFirst(form, fields.allocations.name, {
    of: chosen?.option.id,
    share: fields.share.value,
    amount: fields.amount.value,
    bookings: chosen?.bookings ?? [],
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <div onKeyDownCapture={ctrlEnterSaves}>
        <Panel className="mb-4">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter moves between the fields inside */}
          <div onKeyDown={enterGoesOn}>
            <div className="mb-3.5 flex flex-wrap items-end gap-x-4 gap-y-2">
              <PickerField
                field={fields.customer_id}
                label="Customer"
                options={customers}
                source={paths.customers.options}
                className="w-full sm:w-96"
                onPick={(option) =>
                  navigate(option ? `?customer=${option.id}` : '?', {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
              />
              <SubmitButton
                variant="secondary"
                name="intent"
                value="bookings"
                formNoValidate
                className="scriptless-only"
              >
                Show bookings
              </SubmitButton>
              {chosen ? (
                <Owes customer={chosen.option.id} position={chosen.position} currency={currency} />
              ) : null}
            </div>
            <FormGrid>
              <MoneyField field={fields.amount} label={`Amount (${currency})`} />
              <SelectField field={fields.collection_type} label="Type" options={TYPES} />
              <PostingDateField field={fields.date_collected} label="Date collected" />
              <SelectField
                field={fields.collector_id}
                label="Taken by"
                empty="The office"
                options={props.collectors.map(({ id, name }) => ({ value: id, label: name }))}
                hint="Whoever took it in the field hands it in"
              />
              <TextField field={fields.cr_no} label="CR no." autoComplete="off" />
              <DateField field={fields.cr_date} label="CR date" />
              <TextField field={fields.drr_no} label={`${drrLabel} no.`} autoComplete="off" />
              <DateField field={fields.drr_date} label={`${drrLabel} date`} />
              <TextField
                field={fields.remarks}
                label="Remarks"
                className="sm:col-span-2 lg:col-span-4"
              />
            </FormGrid>
            <div className="mt-3.5 empty:hidden">
              <ChequeFields fields={fields} />
              <AccountField field={fields.bank_id} banks={banks} />
            </div>
          </div>
        </Panel>
        <AllocationTable
          form={form}
          allocations={fields.allocations}
          share={fields.share}
          amount={fields.amount.value}
          bookings={chosen?.bookings ?? null}
          currency={currency}
        />
        <FormActions>
          <SubmitButton>Record collection</SubmitButton>
          <LinkButton to={paths.treasury.collections} variant="ghost">
            Cancel
          </LinkButton>
          <SaveKeys does="saves" />
        </FormActions>
      </div>
    </CommandForm>
  )
}
