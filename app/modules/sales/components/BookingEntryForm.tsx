import type { SubmissionResult } from '@conform-to/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CustomerOption } from '~/modules/customers/queries.server'
import { PasteLines, usePastedRows } from '~/modules/inventory/purchases/components/PasteLines'
import { paths } from '~/paths'
import { Button, LinkButton } from '~/ui/Button'
import { withoutBlankTail } from '~/ui/blank-tail'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DraftNotice } from '~/ui/DraftNotice'
import { FormFoot } from '~/ui/FormFoot'
import { FormGrid } from '~/ui/FormGrid'
import { Kbd } from '~/ui/Kbd'
import { ctrlEnterSaves, enterGoesOn } from '~/ui/keyboard'
import { LineEditor } from '~/ui/LineEditor'
import type { ProductOption } from '~/ui/lines'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { propose } from '~/ui/propose'
import { SaveAndNew } from '~/ui/SaveAndNew'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, TextField } from '~/ui/TextField'
import { useFirstFocus } from '~/ui/useFirstFocus'
import type { Begin } from '../begin'
import { summarizeEntry } from '../entry'
import { bookingFormSchema } from '../entry-schema'
import type { PanelData } from '../panel.server'
import { EntryPanel } from './EntryPanel'
import { useEntryPanel } from './useEntryPanel'

interface Props {
  customers: readonly CustomerOption[]
  /** The customer chosen before the page opened. */
  customer: CustomerOption | null
  agents: readonly { id: string; name: string }[]
  products: readonly ProductOption[]
  panel: PanelData
  today: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
  /**
   * The initial values instead of an empty booking: of an earlier booking, or of the one to edit.
   */
  begin?: Begin | null
  /** True when the server has filled in `begin`: pasted lines, or what was left unsaved. */
  filled?: boolean
  /** Set when a pending booking is edited. */
  edit?: { id: string; version: number }
}

/** Edits a booking: customer, dates and lines, with credit and stock beside it. */
export function BookingEntryForm(props: Props) {
  const {
    customers,
    customer,
    agents,
    products,
    project,
    idempotencyKey,
    lastResult,
    begin,
    edit,
    filled = false,
  } = props
  const [form, fields] = useCommandForm({
    id: 'booking',
    schema: bookingFormSchema,
    lastResult,
    prepare: withoutBlankTail,
    defaultValue: begin ?? {
      customer_id: customer?.id,
      agent_id: customer?.agentId,
      date_added: props.today,
      lines: [{}],
    },
  })
  const [picked, setPicked] = useState<CustomerOption | null>(null)
  const customerId = fields.customer_id.value
  const chosen = [picked, ...customers].find((option) => option?.id === customerId)
  const lines = fields.lines.getFieldList().map((line) => {
    const { product_id, quantity, agent_srp, discount } = line.getFieldset()
    return {
      productId: product_id.value,
      quantity: quantity.value,
      agentSrp: agent_srp.value,
      discount: discount.value,
      priceId: agent_srp.id,
    }
  })
  const panel = useEntryPanel(
    customerId,
    lines.map((line) => line.productId),
    fields.date_added.value,
    props.panel,
  )
  const latest = useRef(lines)
  latest.current = lines
  useEffect(() => {
    for (const { productId, priceId } of latest.current) {
      propose(priceId, panel.stock.find(({ id }) => id === productId)?.prices.agent_srp)
    }
  }, [panel.stock])
  const pasted = usePastedRows()
  const { ordered, total } = summarizeEntry(lines, products, panel.stock)
  useFirstFocus(fields.customer_id.id)
  const save = useRef<HTMLSpanElement>(null)
  const done = useCallback(() => save.current?.querySelector('button')?.focus(), [])
  const pick = (option: CustomerOption | null) => {
    setPicked(option)
    if (option) choose(fields.agent_id.id, option.agentId)
  }
  return (
    <div
      onKeyDownCapture={ctrlEnterSaves}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <Panel>
        {edit ? null : (
          <DraftNotice
            name={`booking ${project}`}
            form={form.id}
            filled={filled}
            answer={lastResult}
          />
        )}
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          {edit ? <input type="hidden" name="version" value={edit.version} /> : null}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter moves between the fields inside */}
          <div onKeyDown={enterGoesOn}>
            <FormGrid>
              <PickerField
                field={fields.customer_id}
                label="Customer"
                options={customers}
                source={paths.customers.options}
                onPick={pick}
                className="sm:col-span-2"
              />
              <SelectField
                field={fields.agent_id}
                label="Agent"
                empty="Customer's agent"
                options={agents.map((agent) => ({ value: agent.id, label: agent.name }))}
                seldom
              />
              <DateField field={fields.date_added} label="Date" data-seldom />
            </FormGrid>
          </div>
          <div className="mt-5" {...pasted}>
            <LineEditor
              form={form}
              lines={fields.lines}
              products={products}
              source={paths.sales.bookingProducts}
              amounts={[{ name: 'agent_srp', label: 'Unit price', passed: true }]}
              discount="discount"
              onDone={done}
            />
            <p className="mt-2 text-xs text-muted">
              <span className="scriptless-only">
                Blank unit price = price list, or current SRP.{' '}
              </span>
              Type “free” for free goods of the line above. Discount: 5%, 50.00 or 5% + 50.
            </p>
            {edit ? null : (
              <PasteLines
                text={String(lastResult?.initialValue?.pasted ?? '')}
                errors={lastResult?.error?.pasted ?? undefined}
                hint="One product per row: material code, quantity (3 cs + 5 pc), unit price. Blank unit price = price list, or current SRP."
              />
            )}
          </div>
          <TextField
            field={fields.remarks}
            label="Remarks"
            autoComplete="off"
            className="mt-4 max-w-xl"
          />
          <FormFoot total={total}>
            <span ref={save}>
              {edit ? (
                <SubmitButton>Save booking</SubmitButton>
              ) : (
                <SubmitButton name="then" value="open">
                  Save booking
                </SubmitButton>
              )}
            </span>
            {edit ? null : <SaveAndNew />}
            <Button type="submit" name="check" value="1" className="scriptless-only">
              Check credit and stock
            </Button>
            <LinkButton
              to={edit ? paths.sales.booking(edit.id) : paths.sales.bookings}
              variant="ghost"
            >
              Cancel
            </LinkButton>
            <span className="scripted-only text-xs text-muted">
              <span className="hidden sm:inline">
                <Kbd>Ctrl Enter</Kbd> saves
              </span>
            </span>
          </FormFoot>
        </CommandForm>
      </Panel>
      <aside className="flex flex-col gap-4 lg:sticky lg:top-4" aria-live="polite">
        <EntryPanel
          credit={panel.credit}
          customer={chosen?.label ?? null}
          ordered={ordered}
          total={total}
        />
      </aside>
    </div>
  )
}

/** Selects an option in a native select and tells conform, as if the user had chosen it. */
function choose(id: string, value: string) {
  const select = document.getElementById(id)
  if (!(select instanceof HTMLSelectElement)) return
  select.value = [...select.options].some((option) => option.value === value) ? value : ''
  select.dispatchEvent(new Event('input', { bubbles: true }))
}
