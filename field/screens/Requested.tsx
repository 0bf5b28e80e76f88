import { Link } from 'wouter'
import { stands } from '../data/acts'
import type { ActOf, Correction } from '../data/written'
import { buttonLook } from '../ui/controls'

const NEXT = [
  ['booking', 'New booking', 'primary'],
  ['visit', 'Visit', 'secondary'],
  ['receipt', 'Collect', 'secondary'],
] as const

/** A customer whom the agent asked for, and what may be written of it. */
export function Requested({ act, plain = false }: { act: ActOf<'customer'>; plain?: boolean }) {
  const { key, answer } = act
  const { name, store_name, address, area, contact, tin_no } = act.facts
  return (
    <>
      {[name, store_name, address, area, contact, tin_no && `TIN ${tin_no}`]
        .filter(Boolean)
        .map((text) => (
          <p key={text}>{text}</p>
        ))}
      {plain || !stands(act)
        ? null
        : NEXT.map(([to, text, look]) => (
            <Link
              key={to}
              to={`/customers/${answer?.id ?? key}/${to}`}
              className={`${buttonLook(look, true)} mt-3`}
            >
              {text}
            </Link>
          ))}
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
