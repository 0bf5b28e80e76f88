DROP TRIGGER "note_days" ON "public"."money_entries";

DROP TRIGGER "note_days" ON "public"."receivable_entries";

DROP TRIGGER "note_days" ON "public"."sales_entries";

DROP TRIGGER "note_days" ON "public"."stock_movements";

DROP FUNCTION "private"."note_posted_days"();

CREATE OR REPLACE FUNCTION private.note_changed_days(p_project uuid, p_days date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Keeping takes this lock alone: a day is kept before what is posted here, or sees it.
  perform private.lock_closing(p_project);
  -- Most days are not kept. A transaction that reads an older moment cannot know that of any.
  if current_setting('transaction_isolation') = 'read committed'
    and not exists (select from private.kept_days k where k.project_id = p_project and k.on_date = any (p_days)) then return; end if;
  insert into private.changed_days (project_id, on_date)
  select p_project, d.on_date from unnest(p_days) d (on_date)
  where current_setting('transaction_isolation') <> 'read committed' or (
    exists (select from private.kept_days k where k.project_id = p_project and k.on_date = d.on_date)
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = d.on_date));
end $function$;

CREATE OR REPLACE FUNCTION private.note_moment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_known text := current_setting('kalakal.moment', true);
  -- Nearly every row is not the first of its transaction: this saves the call.
  v_moment timestamptz := case when starts_with(v_known, new.project_id::text || ' ') then to_timestamp(substr(v_known, 38)::numeric)
    else private.moment(new.project_id) end;
begin
  if tg_argv[0] = 'posted_at' then new.posted_at := v_moment;
  elsif tg_argv[0] = 'date_added' then new.date_added := v_moment;
  else new.created_at := v_moment; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_posted record;
  v_closed date;
begin
  -- One trigger for both, as every act posts and each would read the entries.
  for v_posted in
    select e.project_id, min(e.on_date) as first_day, array_agg(distinct e.on_date) as days from posted e group by e.project_id order by e.project_id
  loop
    v_closed := private.lock_closing(v_posted.project_id);
    if v_posted.first_day <= v_closed then perform private.refuse_closed(v_closed, ''); end if;
    perform private.note_changed_days(v_posted.project_id, v_posted.days);
  end loop;
  return null;
end $function$;

COMMENT ON FUNCTION "private"."refuse_closed_entries"() IS 'Trigger of every ledger: refuses entries on or before the day through which the books are closed (period_closed), by anyone, and notes that the days of the others are no longer kept.';
