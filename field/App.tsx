import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { Companies } from './screens/Companies'
import { More } from './screens/More'
import { SignIn } from './screens/SignIn'
import { Today } from './screens/Today'
import { SessionProvider, useSession } from './session'

/** The app: who has signed in here works, also without a line and without a session. */
export function App() {
  return (
    <Router base="/field">
      <SessionProvider SignIn={SignIn} Companies={Companies}>
        <Switch>
          <Route path="/" component={Today} />
          <Route path="/more" component={More} />
          <Route path="/sign-in" component={SignInAgain} />
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
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
