import type { SubmissionResult } from '@conform-to/react'
import { useNavigate } from '@remix-run/react'
import { paths } from '~/paths'
import type { Money as Amount } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SaveKeys } from '~/ui/Kbd'
import { ctrlEnterSaves, enterGoesOn } from '~/ui/keyboard'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { SaveAndNew } from '~/ui/SaveAndNew'
import { SubmitButton } from '~/ui/SubmitButton'
import { useFirstFocus } from '~/ui/useFirstFocus'
import { allocatedTotal } from '../allocate'
import { collectionSchema } from '../schema'
import { AllocationTable, type Payable } from './AllocationTable'
import { Owes } from './Owes'
import { amountsOf, PartsEditor } from './PartsEditor'
import { ReceiptPapers } from './ReceiptPapers'
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
    position: { clearedBalance: Amount; collectibles: Amount; unapplied: Amount }
    bookings: Payable[]
  } | null
  defaults: Parameters<typeof useCommandForm<typeof collectionSchema>>[0]['defaultValue']
  lastResult: SubmissionResult<string[]> | undefined
}

/** Edits a receipt: its parts and papers, then the customer's open bookings to allocate it to. */
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
  const amount = allocatedTotal(amountsOf(fields.parts as never)) ?? undefined
  const [first] = fields.parts.getFieldList()
  useFirstFocus((chosen && first?.getFieldset().amount.id) ?? fields.customer_id.id)
  useOldestFirst(form, fields.allocations.name, {
    of: chosen?.option.id,
    share: fields.share.value,
    amount,
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
            <PartsEditor
              form={form as never}
              parts={fields.parts as never}
              banks={banks}
              currency={currency}
            />
            <ReceiptPapers
              fields={fields as never}
              collectors={props.collectors}
              drrLabel={drrLabel}
            />
          </div>
        </Panel>
        <AllocationTable
          form={form}
          allocations={fields.allocations}
          share={fields.share}
          amount={amount}
          bookings={chosen?.bookings ?? null}
          currency={currency}
        />
        <FormActions>
          <SubmitButton>Record collection</SubmitButton>
          <SaveAndNew />
          <LinkButton to={paths.treasury.collections} variant="ghost">
            Cancel
          </LinkButton>
          <SaveKeys does="saves" andNew />
        </FormActions>
      </div>
    </CommandForm>
  )
}
