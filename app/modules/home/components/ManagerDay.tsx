import type { ComponentProps } from 'react'
import { today } from '~/platform/values/dates'
import { toCents } from '~/platform/values/money'
import type { SalesDay } from '../company-day.server'
import type { HomeDay } from '../day.server'
import { Approvals } from './Approvals'
import { CallToday } from './CallToday'
import { DayList } from './DayList'
import { HeroFigures } from './HeroFigures'
import { RecentDocuments } from './RecentDocuments'
import { SalesChart } from './SalesChart'

interface Props {
  day: HomeDay
  overview: ComponentProps<typeof HeroFigures>['overview']
  /** The documents that the reader may decide; null for none. */
  inbox: ComponentProps<typeof Approvals>['inbox'] | null
  answer: ComponentProps<typeof Approvals>['answer']
  opensCustomers: boolean
  currency: string
  timeZone: string
}

/** A chart of a company that has not sold yet says nothing. */
const hasSales = ({ now, before }: SalesDay) => toCents(now) !== 0n || toCents(before) !== 0n

/** Shows the company to who leads it, with what waits for a decision. */
export function ManagerDay(props: Props) {
  const { day, overview, inbox, answer, opensCustomers, currency, timeZone } = props
  return (
    <>
      <HeroFigures {...day} {...{ overview, currency }} today={today(timeZone)} />
      <div className="mb-5 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {inbox ? <Approvals inbox={inbox} waiting={day.waiting} answer={answer} /> : null}
          {day.work.length > 0 ? (
            <DayList waiting={[]} work={day.work} {...{ currency, timeZone }} />
          ) : null}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <CallToday customers={overview.overdue} mayOpen={opensCustomers} currency={currency} />
          {overview.days?.some(hasSales) ? (
            <SalesChart days={overview.days} currency={currency} />
          ) : null}
          <RecentDocuments recent={day.recent} timeZone={timeZone} />
        </div>
      </div>
    </>
  )
}
