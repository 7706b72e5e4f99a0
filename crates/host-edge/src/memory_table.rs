//! Texts by name as rows of a Durable Object's SQLite.
//!
//! Statements between two waits are one transaction in a Durable Object, so a text is compared and replaced in one step, and
//! what the object answers is held back until it is on disk.

use serde::{Deserialize, Serialize};
use source::ContentHash;
use worker::{Error, Result, SqlStorage, SqlStorageValue};

/// Most characters of a row; SQLite in a Durable Object takes 2 MB, and a character has 4 bytes at most.
const ROW_CHARS: usize = 400_000;

/// The tables. A text that is in no group has an empty one.
const TABLES: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS memory_text (grouped TEXT NOT NULL, name TEXT NOT NULL, part INTEGER NOT NULL, \
     text TEXT NOT NULL, PRIMARY KEY (grouped, name, part)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS memory_group (grouped TEXT PRIMARY KEY, owner TEXT NOT NULL, used_at REAL NOT NULL) \
     WITHOUT ROWID",
];

/// The name of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextName {
    /// Its name in its group.
    pub name: String,
    /// The texts that it is forgotten with; `None` for one that stays.
    pub group: Option<Group>,
}

/// Texts that are forgotten together, once they were long not used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Whose group it is.
    pub owner: String,
    /// Its name among those of the owner.
    pub name: String,
}

impl TextName {
    fn grouped(&self) -> Result<String> {
        // As JSON, no two groups are the same text.
        self.group.as_ref().map_or_else(|| Ok(String::new()), |group| Ok(serde_json::to_string(group)?))
    }
}

/// Texts by name, in tables of a Durable Object.
pub struct MemoryTable {
    sql: SqlStorage,
}

impl MemoryTable {
    /// Makes the tables where there are none.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn open(sql: SqlStorage) -> Result<Self> {
        for table in TABLES {
            sql.exec(table, None)?;
        }
        Ok(Self { sql })
    }

    /// A text; `None` where there is none.
    ///
    /// # Errors
    /// SQLite's message; that the table holds something else.
    pub fn read(&self, file: &TextName) -> Result<Option<String>> {
        let query = "SELECT text FROM memory_text WHERE grouped = ? AND name = ? ORDER BY part";
        let rows = self.sql.exec(query, vec![file.grouped()?.into(), file.name.as_str().into()])?;
        let mut whole: Option<String> = None;
        for row in rows.raw() {
            match row?.into_iter().next() {
                Some(SqlStorageValue::String(part)) => whole.get_or_insert_default().push_str(&part),
                _ => return Err(Error::from("the table of the memory holds something else than text")),
            }
        }
        Ok(whole)
    }

    /// Replaces a text if it still has this hash (`None`: there is none); false where it has another. Its group is used now, in
    /// milliseconds since 1970.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn replace(&self, file: &TextName, before: Option<ContentHash>, text: &str, now_ms: f64) -> Result<bool> {
        let old = self.read(file)?;
        if old.as_ref().map(|text| ContentHash::of(text.as_bytes())) != before {
            return Ok(false);
        }
        self.remove(file)?;
        if let Err(error) = self.insert(file, text) {
            // Where storage is full, what was there stays.
            self.remove(file)?;
            old.map_or(Ok(()), |old| self.insert(file, &old))?;
            return Err(error);
        }
        if let Some(group) = &file.group {
            let values = vec![file.grouped()?.into(), group.owner.as_str().into(), now_ms.into()];
            self.sql.exec("INSERT OR REPLACE INTO memory_group (grouped, owner, used_at) VALUES (?, ?, ?)", values)?;
        }
        Ok(true)
    }

    fn insert(&self, file: &TextName, text: &str) -> Result<()> {
        let grouped = file.grouped()?;
        let chars: Vec<char> = text.chars().collect();
        // An empty text is a row, too: it is not the same as none.
        let parts = chars.chunks(ROW_CHARS).chain(chars.is_empty().then_some(&[][..]));
        for (part, chars) in parts.enumerate() {
            let text = chars.iter().collect::<String>();
            let values = vec![grouped.as_str().into(), file.name.as_str().into(), number(part)?, text.into()];
            self.sql.exec("INSERT INTO memory_text (grouped, name, part, text) VALUES (?, ?, ?, ?)", values)?;
        }
        Ok(())
    }

    /// Removes a text; that there is none is no error.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn remove(&self, file: &TextName) -> Result<()> {
        let values = vec![file.grouped()?.into(), file.name.as_str().into()];
        self.sql.exec("DELETE FROM memory_text WHERE grouped = ? AND name = ?", values).map(drop)
    }

    /// Removes the groups that were last used before this time, in milliseconds since 1970.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn forget_before(&self, time_ms: f64) -> Result<()> {
        self.sql.exec("DELETE FROM memory_group WHERE used_at < ?", vec![time_ms.into()])?;
        self.remove_ungrouped()
    }

    /// Removes all groups of an owner but as many as were used last.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn keep_newest(&self, owner: &str, most: usize) -> Result<()> {
        let older = "DELETE FROM memory_group WHERE grouped IN (SELECT grouped FROM memory_group WHERE owner = ? \
                     ORDER BY used_at DESC, grouped LIMIT -1 OFFSET ?)";
        self.sql.exec(older, vec![owner.into(), number(most)?])?;
        self.remove_ungrouped()
    }

    /// When the group was used that was not used for the longest time; `None` where there is no group.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn oldest_use(&self) -> Result<Option<f64>> {
        let oldest = self.sql.exec("SELECT used_at FROM memory_group ORDER BY used_at LIMIT 1", None)?;
        match oldest.raw().next().transpose()?.as_deref() {
            None => Ok(None),
            Some([SqlStorageValue::Float(at)]) => Ok(Some(*at)),
            // JavaScript has one kind of numbers.
            Some([SqlStorageValue::Integer(at)]) => Ok(Some(*at as f64)),
            Some(_) => Err(Error::from("the table of the memory holds something else than a time")),
        }
    }

    fn remove_ungrouped(&self) -> Result<()> {
        let query = "DELETE FROM memory_text WHERE grouped <> '' AND grouped NOT IN (SELECT grouped FROM memory_group)";
        self.sql.exec(query, None).map(drop)
    }
}

fn number(number: usize) -> Result<SqlStorageValue> {
    SqlStorageValue::try_from_i64(i64::try_from(number).unwrap_or(i64::MAX))
}
