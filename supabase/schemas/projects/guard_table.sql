-- What every table of public has: guards, stamps of changes, the audit trail, and who reads and writes it.

-- The columns that a table of documents or master data ends with. It has no rows.
create table private.stamped (
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
comment on table private.stamped is
  'The version of a row, who added it and when, and when it was changed last: tables that have these columns are declared like it.';

create or replace function private.expect_writer() returns trigger
language plpgsql set search_path = '' as $$
begin
  for n in 0 .. tg_nargs - 1 loop
    if new.project_id = any (private.projects_with(tg_argv[n])) then return new; end if;
  end loop;
  raise exception using errcode = '42501', message = format('new row violates row-level security policy for table "%s"', tg_table_name);
end $$;
comment on function private.expect_writer is
  'Trigger: refuses a row of a project in which the person holds none of the permissions of the arguments, as the policy of its table does '
  'later.';

create or replace function private.guard_table(p_table regclass, p_append_only boolean default false, p_deletable boolean default false,
  p_audit text[] default null, p_read text[] default null, p_columns text default null, p_part_of regclass default null,
  p_own name default null, p_write text[] default null) returns void
language plpgsql set search_path = '' as $$
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_whole text := (select c.relname from pg_catalog.pg_class c where c.oid = p_part_of);
  v_columns text[] := array(select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped);
  v_part text := case when p_part_of is not null then format('exists (select from %1$s %2$s where %2$s.project_id = %3$I.project_id'
    ' and %2$s.id = %3$I.%4$I)', p_part_of, left(v_whole, 1), v_name, regexp_replace(v_whole, 's$', '_id')) end;
  v_stamp text;
  v_each record;
begin
  execute format('alter table %1$s enable row level security, force row level security', p_table);
  execute format('revoke all on table %s from anon, authenticated, service_role', p_table);
  -- TRUNCATE ignores row-level security.
  execute format('create or replace trigger refuse_truncate before truncate on %s for each statement'
    ' execute function private.refuse_change(%L)', p_table, v_name || ' cannot be emptied.');
  if p_append_only then
    execute format('create or replace trigger append_only before %s on %s for each row execute function private.refuse_change()',
      case when p_deletable then 'update' else 'update or delete' end, p_table);
    select a.attname into v_stamp
    from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = p_table and pg_catalog.pg_get_expr(d.adbin, d.adrelid) = 'now()';
    if v_stamp is not null then
      -- A row that brings its time, such as of a company that moves here, keeps it.
      execute format('create or replace trigger note_moment before insert on %1$s for each row when (new.%2$I = now())'
        ' execute function private.note_moment(%2$L)', p_table, v_stamp);
    end if;
  elsif 'project_id' = any (v_columns) then
    -- Also for a member of both projects
    execute format('create or replace trigger keep_project before update on %s for each row when (new.project_id <> old.project_id)'
      ' execute function private.refuse_change(''A document never moves to another project.'', ''project_fixed'')', p_table);
  end if;
  if 'version' = any (v_columns) and not exists (select from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname = 'touch') then
    execute format('create trigger touch before update on %s for each row execute function private.touch()', p_table);
  end if;
  for v_each in
    select a.act, case a.act when 'insert' then 'new table as changed_rows' when 'delete' then 'old table as changed_rows'
      else 'old table as old_rows new table as new_rows' end as named
    from unnest(coalesce(p_audit, case when 'version' = any (v_columns) then '{insert,update,delete}' end::text[])) a (act)
  loop
    -- The name is a parameter, as the file of private.audit_rows comes after this one and uses it.
    execute format('create or replace trigger audit_%1$ss after %1$s on %2$s referencing %3$s for each statement'
      ' execute function private.%4$I()', v_each.act, p_table, v_each.named, 'audit_rows');
  end loop;
  if p_read is not null then execute format('grant select %s on %s to authenticated', '(' || p_columns || ')', p_table); end if;
  for v_each in
    select v.verb, (select string_agg(format('project_id = any ((select private.projects_with(%L))::uuid[])', p), ' or ' order by n)
        from unnest(v.permissions) with ordinality x (p, n))
      || case when v.verb <> 'select' then ''
        -- Narrower scopes are in a case expression: who has scope all needs one comparison.
        when p_own is not null then format(' or case when project_id = any ((select private.projects_with(%1$L, ''own''))::uuid[])'
            ' then %2$I = (select auth.uid()) when project_id = any ((select private.projects_with(%1$L, ''team''))::uuid[])'
            ' then %2$I = any ((select private.my_agents())::uuid[]) else %3$s end', p_read[1], p_own, coalesce(v_part, 'false'))
        else coalesce(' or ' || v_part, '') end as rule
    from (values ('select', p_read), ('insert', p_write), ('update', p_write)) v (verb, permissions) where v.permissions is not null
  loop
    execute format('drop policy if exists %I on %s', v_name || '_' || v_each.verb, p_table);
    execute format('create policy %I on %s for %s to authenticated %s %s', v_name || '_' || v_each.verb, p_table, v_each.verb,
      case when v_each.verb <> 'insert' then format('using (%s)', v_each.rule) end,
      case when v_each.verb <> 'select' then format('with check (%s)', v_each.rule) end);
  end loop;
  if p_write is not null then
    -- Policies are checked after all triggers before a row, whose messages may tell of the project. By its name this trigger is the first.
    execute format('create or replace trigger authorize before insert on %s for each row when (current_user = ''authenticated'')'
      ' execute function private.expect_writer(%s)', p_table, (select string_agg(quote_literal(p), ', ') from unnest(p_write) p));
  end if;
  -- private.join_checks explains the others.
  if exists (select from pg_catalog.pg_constraint k where k.conrelid = p_table and k.conname = v_name || '_bounded') then return; end if;
  execute format('create or replace trigger explain_checks before insert or update on %s for each row'
    ' when (current_user = ''authenticated'') execute function private.explain_checks()', p_table);
end $$;
comment on function private.guard_table is
  'Guards a table of public: forced row-level security, no grants, no truncate, a fixed project_id. Rows of an '
  'insert-only table know their moment; p_deletable leaves their deletion to another trigger. Rows with a version are stamped, and all '
  'their changes are audited; p_audit: the acts on other tables that are. p_read: rows are read, whole or those p_columns of them, by who '
  'holds one of these permissions for all rows; also by who reads the document of p_part_of to which they belong; p_own: and by who holds '
  'the first permission for own rows or those of a team, whose person this column names. p_write: rows are added and changed by who holds '
  'it, as far as columns are granted. May be called again.';
