import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import type { CustomerDocument } from '../document.server'
import type { PriceChoices } from '../prices.server'
import { customerPricesSchema } from '../schema'
import { ActionValues, type CustomerActionProps } from './ActionValues'

/** Sets the group of a customer, and the price list of the customer alone. */
export function PricesAction({
  project,
  idempotencyKey,
  customer,
  choices,
  answer,
  pending,
}: CustomerActionProps<Pick<CustomerDocument, 'groupId' | 'priceListId'>> & {
  choices: PriceChoices
  /** The number of pending bookings. */
  pending: number
}) {
  const lastResult = ownResult(answer?.lastResult, 'prices')
  const [form, fields] = useCommandForm({
    id: 'prices',
    schema: customerPricesSchema,
    lastResult,
    defaultValue: {
      customer_group_id: customer.groupId ?? undefined,
      price_list_id: customer.priceListId ?? undefined,
    },
  })
  return (
    <Dialog
      trigger="Prices"
      title={`Prices of ${customer.name}`}
      open={lastResult?.error !== undefined}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ActionValues intent="prices" version={customer.version} />
          <div className="grid gap-4">
            <SelectField
              field={fields.customer_group_id}
              label="Group"
              empty="None"
              options={choices.groups}
              hint="Uses the price list of the group"
            />
            <SelectField
              field={fields.price_list_id}
              label="Customer price list"
              empty="None"
              options={choices.lists}
              hint="Used before the group price list"
            />
          </div>
          <OpenBookings count={pending} of={{ stage: 'pending', customer: customer.id }} />
          <FormActions>
            <SubmitButton>Save</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}
