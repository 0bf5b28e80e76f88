import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { DataProvider } from './data/database'
import { writes } from './install'
import { PinGate } from './pin'
import { ActPage, Acts } from './screens/Acts'
import { Approval, Approvals } from './screens/Approvals'
import { Booking } from './screens/Booking'
import { BookingPhotos } from './screens/BookingPhotos'
import { CancelBooking } from './screens/CancelBooking'
import { Companies } from './screens/Companies'
import { Customer } from './screens/Customer'
import { Customers } from './screens/Customers'
import { Locked } from './screens/Locked'
import { More } from './screens/More'
import { NewCustomer } from './screens/NewCustomer'
import { Products } from './screens/Products'
import { ReadOut } from './screens/ReadOut'
import { Receipt } from './screens/Receipt'
import { Remittance } from './screens/Remittance'
import { Return } from './screens/Return'
import { SignIn } from './screens/SignIn'
import { Statement } from './screens/Statement'
import { Today } from './screens/Today'
import { Visit } from './screens/Visit'
import { SessionProvider, useSession } from './session'

/** Are the screens that write acts and photographs. */
const WRITES = {
  Booking: writes(Booking),
  BookingPhotos: writes(BookingPhotos),
  CancelBooking: writes(CancelBooking),
  NewCustomer: writes(NewCustomer),
  Return: writes(Return),
  Receipt: writes(Receipt),
  Remittance: writes(Remittance),
  Visit: writes(Visit),
}

/** The app: who has signed in here works, also without a line and without a session. */
export function App() {
  return (
    <Router base="/field">
      <SessionProvider SignIn={SignIn} Companies={Companies}>
        <DataProvider>
          <PinGate Locked={Locked}>
            <Switch>
              <Route path="/" component={Today} />
              <Route path="/customers" component={Customers} />
              <Route path="/customers/new" component={WRITES.NewCustomer} />
              <Route path="/customers/:id" component={Customer} />
              <Route path="/customers/:id/booking" component={WRITES.Booking} />
              <Route path="/customers/:id/receipt" component={WRITES.Receipt} />
              <Route path="/customers/:id/statement" component={Statement} />
              <Route path="/customers/:id/visit" component={WRITES.Visit} />
              <Route path="/remittance" component={WRITES.Remittance} />
              <Route path="/bookings/:id/return" component={WRITES.Return} />
              <Route path="/bookings/:id/photos" component={WRITES.BookingPhotos} />
              <Route path="/bookings/:id/cancel" component={WRITES.CancelBooking} />
              <Route path="/acts" component={Acts} />
              <Route path="/acts/today" component={ReadOut} />
              <Route path="/acts/:key" component={ActPage} />
              <Route path="/approvals" component={Approvals} />
              <Route path="/approvals/:id" component={Approval} />
              <Route path="/products" component={Products} />
              <Route path="/more" component={More} />
              <Route path="/sign-in" component={SignInAgain} />
              <Route>
                <Redirect to="/" replace />
              </Route>
            </Switch>
          </PinGate>
        </DataProvider>
      </SessionProvider>
    </Router>
  )
}

function SignInAgain() {
  const { person, enter } = useSession()
  const [, go] = useLocation()
  return (
    <SignIn
      person={person}
      done={async (entered) => {
        await enter(entered)
        go('/', { replace: true })
      }}
    />
  )
}
