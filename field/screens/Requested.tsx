import { Link } from 'wouter'
import type { ActOf, Correction } from '../data/written'
import { buttonLook } from '../ui/controls'

/** A customer whom the agent asked for, and the way to a booking for it. */
export function Requested({ act: { key, facts, state, answer } }: { act: ActOf<'customer'> }) {
  const { name, store_name, address, area, contact, tin_no } = facts
  return (
    <>
      {[name, store_name, address, area, contact, tin_no && `TIN ${tin_no}`]
        .filter(Boolean)
        .map((text) => (
          <p key={text}>{text}</p>
        ))}
      {state === 'refused' ? null : (
        <Link
          to={`/customers/${answer?.id ?? key}/booking`}
          className={`${buttonLook('primary', true)} mt-3`}
        >
          New booking
        </Link>
      )}
    </>
  )
}

/** Returns the form of a customer who was refused. */
export function correctCustomer({ facts }: ActOf<'customer'>): Correction<'customer'> {
  const { name, store_name = '', address = '', area = '', contact = '', tin_no = '' } = facts
  return {
    to: '/customers/new',
    about: 'new',
    form: { name, store: store_name, address, area, contact, tin: tin_no },
  }
}
