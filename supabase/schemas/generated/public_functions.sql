-- Rights to the functions of public: who is signed in runs all of them as the caller, except those that the server alone calls.

grant execute on all functions in schema public to authenticated;
revoke execute on function public.account_without_profile, public.begin_sign_in, public.claim_job, public.complete_job,
  public.complete_setup, public.end_browsers, public.end_sign_in, public.fail_job, public.invited_person, public.keep_paper,
  public.mail_of_paper, public.mail_of_report, public.mailed_digest, public.mailed_notifications, public.mailed_report,
  public.needs_setup, public.offer_setup, public.open_invitation, public.open_shared_paper, public.recorded_migrations,
  public.reopen_invitation, public.run_job, public.set_platform_admin, public.try_setup_code, public.unverified_people from authenticated;
