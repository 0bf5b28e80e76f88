import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Team, TeamMember } from '~/platform/field/team'
import { addMoney, formatMoney, money } from '~/platform/values/money'
import { useData } from '../data/database'
import { useOffice } from '../data/office'
import { byAge } from '../data/team'
import { useSession } from '../session'
import { shownMoment } from '../ui/AsOf'
import { buttonLook, Section } from '../ui/controls'

const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`

/** Shows what the people of a Manager have done today, as of the last contact with the office. */
export function TeamToday() {
  const { db } = useData()
  const { company } = useSession()
  const [asked] = useOffice<Team>('team')
  const team = useLiveQuery(() => db.fact('team'), [db])
  useEffect(() => {
    if (typeof asked === 'object' && 'answer' in asked)
      void db.facts.put({ name: 'team', value: asked.answer })
  }, [asked, db])
  return (
    <>
      <Link to="/approvals" className={buttonLook('primary', true)}>
        Approvals
      </Link>
      <Link to="/customers?show=30" className={buttonLook('secondary', true)}>
        Customers not buying
      </Link>
      <Section title="Team today">
        {typeof asked === 'object' && 'refused' in asked ? (
          <p role="alert" className="text-danger">
            {asked.refused}
          </p>
        ) : null}
        {team ? (
          <>
            <p className="text-sm text-muted">as of {shownMoment(team.as_of, company.timeZone)}</p>
            {team.people.length === 0 ? <p>No agent has you as manager: ask the office.</p> : null}
            <ul className="divide-y divide-line">
              {byAge(team.people).map((person) => (
                <Person key={person.user_id} person={person} />
              ))}
            </ul>
            <p className="mt-2 flex justify-between gap-3 font-semibold">
              <span>Booked</span>
              <span className="figures">
                {formatMoney(addMoney(...team.people.map(({ booked }) => money(booked))))}
              </span>
            </p>
            <p className="flex justify-between gap-3 font-semibold">
              <span>Collected</span>
              <span className="figures">
                {formatMoney(addMoney(...team.people.map(({ collected }) => money(collected))))}
              </span>
            </p>
          </>
        ) : (
          <p>{asked === 'offline' ? 'The office cannot be reached.' : 'Asking the office…'}</p>
        )}
      </Section>
    </>
  )
}

function Person({ person }: { person: TeamMember }) {
  const { company } = useSession()
  const { stops = 0, stops_done = 0, visits = 0, skipped = 0 } = person
  const { waiting, waiting_since, seen_at } = person
  return (
    <li className="py-2">
      <p className="font-medium">{person.person}</p>
      <p className="flex justify-between gap-3 text-sm">
        <span>
          {count(visits, 'visit')}
          {skipped > 0 ? `, ${skipped} skipped` : ''}
        </span>
        {stops > 0 ? (
          <span className="figures">
            {stops_done} of {count(stops, 'stop')}
          </span>
        ) : null}
      </p>
      <p className="flex justify-between gap-3 text-sm">
        <span>{count(person.bookings, 'booking')}</span>
        <span className="figures">{formatMoney(money(person.booked))}</span>
      </p>
      <p className="flex justify-between gap-3 text-sm">
        <span>{count(person.receipts, 'receipt')}</span>
        <span className="figures">{formatMoney(money(person.collected))}</span>
      </p>
      <p className={`text-sm ${waiting > 0 ? 'text-warn' : 'text-muted'}`}>
        {waiting > 0
          ? `${count(waiting, 'act')} still on the phone${waiting_since ? `, since ${shownMoment(waiting_since, company.timeZone)}` : ''}`
          : seen_at
            ? `Phone seen ${shownMoment(seen_at, company.timeZone)}`
            : 'No phone yet'}
      </p>
    </li>
  )
}
