import { useState } from 'react'
import { useDraft } from '../data/useDraft'
import { Button, Field, Section } from '../ui/controls'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'

const FIELDS = [
  ['store', 'Store', 'store_name', 200],
  ['address', 'Address', 'address', 400],
  ['area', 'Area', 'area', 200],
  ['contact', 'Telephone', 'contact', 200],
  ['tin', 'TIN', 'tin_no', 20],
] as const

/** Asks the office for a new customer. Bookings may be entered for it at once. */
export function NewCustomer() {
  const [error, setError] = useState<string | null>(null)
  const open = useDraft('customer', 'new', {
    ...{ name: '', store: '', address: '', area: '', contact: '', tin: '' },
  })
  if (!open) return null
  const { form, change, refusal, refused, unstored } = open
  const save = async () => {
    const name = form.name.trim()
    if (!name) return setError('Enter the name.')
    const more = FIELDS.flatMap(([field, , fact]) => {
      const typed = form[field].trim()
      return typed ? [[fact, typed] as const] : []
    })
    await open.save({ name, ...Object.fromEntries(more) }, { title: name })
  }
  return (
    <Shell title="New customer" back="/customers">
      <Refused refusal={refusal} />
      <Section title="Customer">
        <div className="flex flex-col gap-3">
          <Field
            label="Name"
            value={form.name}
            maxLength={200}
            error={error ?? refused('name')}
            onChange={({ target }) => {
              setError(null)
              change({ name: target.value })
            }}
          />
          {FIELDS.map(([field, label, fact, most]) => (
            <Field
              key={field}
              label={label}
              type={field === 'contact' ? 'tel' : 'text'}
              value={form[field]}
              maxLength={most}
              error={refused(fact)}
              onChange={({ target }) => change({ [field]: target.value })}
            />
          ))}
        </div>
        <p className="mt-2 text-sm text-muted">
          The office sets credit limit and terms when it approves the customer.
        </p>
        {unstored ? (
          <NotStored of="customer" text={Object.values(form).filter(Boolean).join(', ')} />
        ) : null}
        <Button wide look="primary" className="mt-3" onClick={save}>
          Save customer
        </Button>
      </Section>
    </Shell>
  )
}
