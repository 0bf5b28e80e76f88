-- Papers that people shared: by a link that opens one of them for whoever has it, or by mail.

create table private.shared_papers (
  project_id uuid not null references public.projects (id),
  id uuid not null,
  paper text not null,
  document_kind text not null,
  document_id uuid not null,
  title text not null check (length(title) <= 200),
  party text check (length(party) <= 200),
  way text not null check (way in ('link', 'mail')),
  until timestamptz,
  recipients text[] check (cardinality(recipients) between 1 and 10),
  subject text check (length(subject) <= 200),
  note text check (length(note) <= 2000),
  ended_at timestamptz,
  ended_by uuid,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, id),
  constraint shared_papers_ways_check check ((way = 'link') = (until is not null) and (way = 'mail') = (recipients is not null))
);
create index shared_papers_document_idx on private.shared_papers (project_id, document_id, created_at);
create index shared_papers_maker_idx on private.shared_papers (project_id, created_at);
comment on table private.shared_papers is
  'Papers that were shared, for the history of their document: paper (private.paper_kinds), its title, and the customer, supplier or payee '
  'as the document had it (party). way link: until is when the link ends, ended_at and ended_by who ended it before. way mail: to whom, '
  'with which words.';

create table private.shared_contents (
  id uuid primary key,
  project_id uuid not null references public.projects (id),
  user_id uuid not null,
  paper text not null,
  document_id uuid not null,
  title text not null check (length(title) <= 200),
  content text check (length(content) <= 1000000),
  token_hash text not null unique check (length(token_hash) = 64),
  made_at timestamptz not null default clock_timestamp(),
  opens int not null default 0,
  last_opened_at timestamptz,
  mail_at timestamptz,
  mail_result text check (length(mail_result) <= 40)
);
create index shared_contents_project_idx on private.shared_contents (project_id);
create index shared_contents_made_idx on private.shared_contents (made_at) where content is not null;
create index shared_contents_mail_idx on private.shared_contents (mail_at) where mail_at is not null;
comment on table private.shared_contents is
  'What a shared paper said at the moment of sharing (packed by the web server, which alone writes it), SHA-256 of the token of its link '
  'in hex, how often and when last it was opened. The id is that of private.shared_papers; one without a row there was not shared. '
  'content is null once nobody can open it any more. mail_at: since when it is to be sent by mail, null once its job is planned; '
  'mail_result: what became of that job.';

create table private.link_guesses (
  address text not null check (length(address) <= 60),
  since timestamptz not null,
  guesses int not null default 1,
  primary key (address, since)
);
create index link_guesses_since_idx on private.link_guesses (since);
comment on table private.link_guesses is
  'Links to papers that never were one, by the address that tried them and the quarter of an hour, for a day.';

create trigger audit_inserts after insert on private.shared_papers referencing new table as changed_rows
  for each statement execute function private.audit_rows();
create trigger audit_updates after update on private.shared_papers referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit_rows();

create or replace function private.paper_kinds() returns table (paper text, document_kind text, trail_kind text, printed_with text[])
language sql immutable set search_path = '' as $$
  values ('invoice', 'invoice', 'booking', '{invoicing.read}'::text[]),
    ('delivery_receipt', 'booking', 'booking', '{bookings.deliver,invoicing.read}'),
    ('memo', 'memo', 'memo', '{memos.read}'), ('receipt', 'collection', 'collection', '{collections.read}'),
    ('statement', 'customer', 'customer', '{reports.ar}'), ('voucher', 'voucher', 'voucher', '{vouchers.read}'),
    ('purchase', 'purchase', 'purchase', '{purchases.read}')
$$;
comment on function private.paper_kinds is
  'Returns the papers that can be shared: the kind of document that they are of (private.document_kinds), its kind in the trail, and the '
  'permissions with one of which somebody prints it.';

create or replace function private.prints_paper(p_project uuid, p_paper text, p_document uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.paper_kinds() k
    cross join private.people_of_document(p_project, k.document_kind, p_document, k.printed_with, private.current_user_id())
    where k.paper = p_paper)
$$;
comment on function private.prints_paper is
  'Tells whether the caller may print a paper of a document, and so share it. For definer functions.';

create or replace function private.may_print_any(p_project uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.paper_kinds() k, unnest(k.printed_with) p where private.scope_of(p_project, p) is not null)
$$;
comment on function private.may_print_any is 'Tells whether the caller may print any paper that can be shared.';

create or replace function private.keep_paper(p_kept jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_hash text := private.read_text(p_kept, 'token_hash', true, p_max => 64);
begin
  -- One that is sent again, as its answer was lost, gets a new link. What was shared stays as it is.
  insert into private.shared_contents as c (id, project_id, user_id, paper, document_id, title, content, token_hash)
  values (private.read_uuid(p_kept, 'id', true), private.read_uuid(p_kept, 'project', true), private.read_uuid(p_kept, 'user', true),
    private.read_text(p_kept, 'paper', true), private.read_uuid(p_kept, 'document', true), private.read_text(p_kept, 'title', true),
    private.read_text(p_kept, 'content', true, p_max => 1000000), v_hash)
  on conflict (id) do update set token_hash = excluded.token_hash
  where (c.project_id, c.user_id, c.paper, c.document_id) = (excluded.project_id, excluded.user_id, excluded.paper, excluded.document_id)
    and c.made_at > clock_timestamp() - interval '1 hour';
  if not found then
    perform private.refuse('idempotency_key_reused', 'This form was already sent with other content. Reload the page and try again.');
  end if;
  return jsonb_build_object('id', p_kept ->> 'id');
end $$;
select private.expose('keep_paper', 'service_role');
comment on function public.keep_paper is
  'Keeps what a paper says, before its reader shares it: {id (made by the form), project, user, paper, document, title, content, '
  'token_hash}. It opens nothing until that user shares it (share_by_link, share_by_mail). For the secret key only: people share what the '
  'web server read for them, never content of their own. Errors: 22023, idempotency_key_reused.';

create or replace function private.kept_paper(p_project uuid, p_kept uuid) returns private.shared_contents
language plpgsql set search_path = '' as $$
declare v private.shared_contents;
begin
  if not private.may_print_any(p_project) then perform private.forbid(); end if;
  select * into v from private.shared_contents c
  where c.project_id = p_project and c.id = p_kept and c.user_id = private.current_user_id()
    and c.made_at > clock_timestamp() - interval '1 hour';
  if not found then perform private.not_found(); end if;
  if not private.prints_paper(p_project, v.paper, v.document_id) then perform private.forbid(); end if;
  -- One person's papers are counted one at a time.
  perform private.lock_number(p_project, 'papers shared by', v.user_id::text);
  return v;
end $$;
comment on function private.kept_paper is 'Returns what the caller is about to share. Errors: 42501, P0002.';

create or replace function private.share_paper(p private.shared_contents, p_until timestamptz, p_mail jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare k record;
begin
  select * into strict k from private.paper_kinds() n where n.paper = p.paper;
  insert into private.shared_papers (project_id, id, paper, document_kind, document_id, title, party, way, until, recipients, subject,
    note)
  select p.project_id, p.id, p.paper, k.trail_kind, p.document_id, p.title, left(d.party, 200),
    case when p_until is null then 'mail' else 'link' end, p_until,
    case when p_until is null then array(select jsonb_array_elements_text(p_mail -> 'recipients')) end, p_mail ->> 'subject',
    p_mail ->> 'note'
  from private.document_facts(p.project_id, k.document_kind, p.document_id) d;
  if not found then perform private.not_found(); end if;
  if p_until is null then update private.shared_contents c set mail_at = clock_timestamp() where c.id = p.id; end if;
  return jsonb_build_object('id', p.id) || coalesce(p_mail, jsonb_build_object('until', p_until));
end $$;
comment on function private.share_paper is
  'Notes that a paper is shared: by a link until p_until, or by p_mail. The trail of its document says so.';

create or replace function private.share_by_link(p_project uuid, p_kept uuid, p_days int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v private.shared_contents := private.kept_paper(p_project, p_kept);
begin
  if p_days is null or p_days not in (7, 30, 90) then perform private.invalid('days', 'Choose how long the link works.'); end if;
  if (select count(*) from private.shared_papers s where s.project_id = p_project and s.created_by = v.user_id and s.way = 'link'
      and s.created_at > clock_timestamp() - interval '1 day') >= 100 then
    perform private.refuse('too_many', 'You made 100 links today. Try again tomorrow.', 'days');
  end if;
  return private.share_paper(v, clock_timestamp() + make_interval(days => p_days), null);
end $$;
select private.expose('share_by_link');
comment on function public.share_by_link is
  'Lets whoever has the link open a paper that the web server has kept for the caller (keep_paper), for p_days 7, 30 or 90, as it was when '
  'it was kept. Returns {id, until}. For who may print the paper; at most 100 a day. Errors: 42501, P0002, 22023 days, too_many.';

create or replace function private.share_by_mail(p_project uuid, p_kept uuid, p_mail jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v private.shared_contents := private.kept_paper(p_project, p_kept);
  v_to text[] := array(select distinct lower(btrim(t)) from jsonb_array_elements_text(private.read_list(p_mail, 'recipients', 10)) t);
  v_bad text := (select t from unnest(v_to) t where t !~ '^[^[:space:]@<>",;:\\()\[\]]{1,64}@[a-z0-9.-]{1,180}\.[a-z]{2,30}$' limit 1);
begin
  if cardinality(v_to) = 0 then perform private.invalid('recipients', 'Enter an e-mail address.'); end if;
  if v_bad is not null then perform private.invalid('recipients', format('%s is no e-mail address.', left(v_bad, 60))); end if;
  if (select coalesce(sum(cardinality(s.recipients)), 0) from private.shared_papers s where s.project_id = p_project
      and s.created_by = v.user_id and s.created_at > clock_timestamp() - interval '1 day') + cardinality(v_to) > 100 then
    perform private.refuse('too_many', 'You may send papers to 100 addresses a day. Try again tomorrow.', 'recipients');
  end if;
  if (select coalesce(sum(cardinality(s.recipients)), 0) from private.shared_papers s where s.project_id = p_project
      and s.created_at > clock_timestamp() - interval '1 day') + cardinality(v_to) > 500 then
    perform private.refuse('too_many', 'This company may send papers to 500 addresses a day. Try again tomorrow.', 'recipients');
  end if;
  return private.share_paper(v, null, jsonb_build_object('recipients', to_jsonb(v_to),
    'subject', private.read_text(p_mail, 'subject', true, p_max => 200),
    'note', coalesce(private.read_text(p_mail, 'note', p_max => 2000), '')));
end $$;
select private.expose('share_by_mail');
comment on function public.share_by_mail is
  'Sends a paper that the web server has kept for the caller (keep_paper) as PDF: p_mail {recipients (1 to 10 addresses), subject, note '
  '(the text)}. Returns {id, recipients, subject, note}. For who may print the paper; to at most 100 addresses a day, and 500 of a '
  'project. Errors: 42501, P0002, 22023 recipients, subject, note, too_many.';

create or replace function private.end_shared_link(p_project uuid, p_shared uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v private.shared_papers;
begin
  if not private.may_print_any(p_project) then perform private.forbid(); end if;
  select * into v from private.shared_papers s where s.project_id = p_project and s.id = p_shared and s.way = 'link' for update;
  if not found or not private.prints_paper(p_project, v.paper, v.document_id) then perform private.not_found(); end if;
  if v.created_by <> private.current_user_id() and private.scope_of(p_project, 'settings.write') is null then
    perform private.forbid('Only who made the link, General Manager and Owner can end it.');
  end if;
  update private.shared_papers s set ended_at = clock_timestamp(), ended_by = private.current_user_id()
  where s.project_id = p_project and s.id = p_shared and s.ended_at is null;
  update private.shared_contents c set content = null where c.id = p_shared;
  return jsonb_build_object('id', p_shared);
end $$;
select private.expose('end_shared_link');
comment on function public.end_shared_link is
  'Ends a link to a paper: it opens nothing any more. For who made it, and with settings.write for all who may print the paper. Errors: '
  '42501, P0002.';

create or replace function private.shared_of_document(p_project uuid, p_paper text, p_document uuid) returns table (id uuid, title text,
  way text, at timestamptz, by_name text, until timestamptz, ended_at timestamptz, opens int, last_opened_at timestamptz,
  recipients text[], subject text, mail_result text, may_end boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_print_any(p_project) then perform private.forbid(); end if;
  if not private.prints_paper(p_project, p_paper, p_document) then perform private.not_found(); end if;
  return query
  select s.id, s.title, s.way, s.created_at, u.display_name, s.until, s.ended_at, c.opens, c.last_opened_at, s.recipients,
    s.subject, c.mail_result, s.way = 'link' and s.ended_at is null and s.until > now()
      and (s.created_by = auth.uid() or private.scope_of(p_project, 'settings.write') is not null)
  from private.shared_papers s
  join private.shared_contents c on c.id = s.id
  join public.profiles u on u.user_id = s.created_by
  where s.project_id = p_project and s.document_id = p_document and s.paper = p_paper
  order by s.created_at desc, s.id desc limit 50;
end $$;
select private.expose('shared_of_document');
comment on function public.shared_of_document is
  'Returns the last 50 times that a paper of a document was shared, newest first: way (link, mail), at, by_name; of a link until, '
  'ended_at, opens, last_opened_at and whether the caller may end it; of a mail recipients, subject and '
  'mail_result (null while it waits; sent, too_large, stopped). For who may print the paper. Errors: 42501, P0002.';

create or replace function private.last_recipients(p_project uuid, p_paper text, p_document uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_print_any(p_project) then perform private.forbid(); end if;
  if not private.prints_paper(p_project, p_paper, p_document) then perform private.not_found(); end if;
  return coalesce((
    select s.recipients from private.paper_kinds() k
    cross join private.document_facts(p_project, k.document_kind, p_document) d
    join private.shared_papers s on s.project_id = p_project and s.way = 'mail' and s.paper = p_paper
      and (s.document_id = p_document or s.party = left(d.party, 200))
    where k.paper = p_paper order by s.created_at desc limit 1), '{}');
end $$;
select private.expose('last_recipients');
comment on function public.last_recipients is
  'Returns the addresses to which the last paper of this kind of the same customer, supplier or payee was sent; none where there was none. '
  'For who may print the paper. Errors: 42501, P0002.';

create or replace function private.open_shared_paper(p_token text, p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := private.sha256_hex(p_token);
  v_address text := left(regexp_replace(coalesce(p_address, ''), private.control_characters(), '', 'g'), 60);
  v_since timestamptz := date_bin('15 minutes', clock_timestamp(), timestamptz '2000-01-01 00:00+00');
  v private.shared_contents;
begin
  if (select g.guesses from private.link_guesses g where g.address = v_address and g.since = v_since) >= 30 then
    return jsonb_build_object('state', 'wait',
      'seconds', ceil(extract(epoch from v_since + interval '15 minutes' - clock_timestamp()))::int);
  end if;
  update private.shared_contents c set opens = c.opens + 1, last_opened_at = clock_timestamp()
  from private.shared_papers s join public.projects p on p.id = s.project_id and p.status = 'active'
  where c.token_hash = v_hash and c.content is not null and s.project_id = c.project_id and s.id = c.id
    and s.way = 'link' and s.ended_at is null and s.until > clock_timestamp()
  returning c.* into v;
  if found then return jsonb_build_object('state', 'open', 'content', v.content); end if;
  -- A link that has ended is no guess.
  if not exists (select from private.shared_contents c where c.token_hash = v_hash) then
    insert into private.link_guesses as g (address, since) values (v_address, v_since)
    on conflict (address, since) do update set guesses = g.guesses + 1;
  end if;
  return jsonb_build_object('state', 'none');
end $$;
select private.expose('open_shared_paper', 'service_role');
comment on function public.open_shared_paper is
  'Opens a link to a paper and counts it: {state: open, content}; none: it never was one, has ended or was ended, or its project is '
  'archived; wait: this address has tried 30 links in a quarter of an hour that never were one (seconds until it may go on). The token is '
  'all that it takes: no other row is reached with it. For the secret key only, so that addresses are counted as the web server sees them.';
