-- Papers by mail: what the server that sends one reads.

create or replace function private.mail_of_paper(p_job uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v jsonb;
begin
  select jsonb_build_object('state', 'ready', 'to', s.recipients, 'subject', s.subject, 'note', s.note, 'content', c.content,
    'sender', u.display_name, 'reply_to', u.email, 'company', coalesce(p.title, p.name)) into v
  from private.jobs j
  join private.shared_papers s on s.project_id = j.project_id and s.id = j.subject_id and s.way = 'mail'
  join private.shared_contents c on c.id = s.id and c.content is not null
  join public.projects p on p.id = s.project_id and p.status = 'active'
  join public.profiles u on u.user_id = s.created_by and u.status = 'active'
  join public.memberships m on m.project_id = s.project_id and m.user_id = s.created_by and m.status = 'active'
  where j.id = p_job and j.kind = 'paper_mail' and j.done_at is null and j.leased_until > clock_timestamp();
  return coalesce(v, '{"state": "stopped"}');
end $$;
select private.expose('mail_of_paper', 'service_role');
comment on function public.mail_of_paper is
  'Returns the mail of a paper that the caller has taken (claim_job): {state: ready, to, subject, note, content (as keep_paper took '
  'it), sender (name), reply_to (its address), company}; stopped where the project is archived or the sender no longer belongs to it. For '
  'the secret key only.';
