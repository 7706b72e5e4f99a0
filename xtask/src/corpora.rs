//! Real repositories for the evaluation and the benchmarks: source packages, fetched once by their registries' own
//! clients at pinned versions and kept in the cache.

mod debian;

use crate::files::{files_in, fresh_folder};
use crate::place;
use crate::run::{manifest_of, program, run, step};
use crate::setup;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Where a source package comes from.
#[derive(Debug, Clone, Copy)]
enum Registry {
    Python,
    Npm,
    Rust,
    /// A source package of Debian, for languages whose own registry is not used here.
    Debian,
}

#[derive(Debug, Clone, Copy)]
pub struct Corpus {
    /// The folder's name, and so the repository's.
    pub name: &'static str,
    package: &'static str,
    /// Pinned.
    pub version: &'static str,
    registry: Registry,
    /// Which of the package's files belong to the repository.
    keep: fn(&str) -> bool,
}

/// A source package of which all files are kept; the repository has the package's name.
const fn whole(package: &'static str, version: &'static str, registry: Registry) -> Corpus {
    Corpus { name: package, package, version, registry, keep: |_| true }
}

/// Flask, with its tests, examples and documentation.
pub const FLASK: Corpus = whole("flask", "3.1.1", Registry::Python);

/// RxJS: its TypeScript, without what was built from it.
pub const RXJS: Corpus =
    Corpus { keep: |path| path.starts_with("src/") || !path.contains('/'), ..whole("rxjs", "7.8.2", Registry::Npm) };

pub const TOKIO: Corpus = whole("tokio", "1.54.1", Registry::Rust);

/// Requests, with its tests: what the end-to-end tests edit.
pub const REQUESTS: Corpus = whole("requests", "2.32.4", Registry::Python);

/// Fastify, with its tests, documentation and types.
pub const FASTIFY: Corpus = whole("fastify", "5.12.8", Registry::Npm);

pub const REGEX_AUTOMATA: Corpus = whole("regex-automata", "0.4.18", Registry::Rust);

/// These five are never looked at when weights of ranking are set; rules of answers may be fitted to four of them.
pub const WERKZEUG: Corpus = whole("werkzeug", "3.1.9", Registry::Python);
pub const JINJA: Corpus = whole("jinja2", "3.1.6", Registry::Python);
pub const RICH: Corpus = whole("rich", "15.0.0", Registry::Python);
pub const ESLINT: Corpus = whole("eslint", "10.15.0", Registry::Npm);
pub const HYPER: Corpus = whole("hyper", "1.12.0", Registry::Rust);

/// Express: its library alone, which is all that the package holds.
pub const EXPRESS: Corpus = whole("express", "5.1.0", Registry::Npm);

/// TanStack Query's core: its TypeScript, without what was built from it.
pub const QUERY_CORE: Corpus = Corpus {
    name: "query-core",
    keep: |path| path.starts_with("src/") || !path.contains('/'),
    ..whole("@tanstack/query-core", "5.76.0", Registry::Npm)
};

/// Cobra, in Go.
pub const COBRA: Corpus = Corpus { name: "cobra", ..whole("golang-github-spf13-cobra", "1.6.1-1", Registry::Debian) };

/// Gorilla's mux, in Go.
pub const MUX: Corpus = Corpus { name: "mux", ..whole("golang-github-gorilla-mux", "1.8.0-1", Registry::Debian) };

/// jsoup, in Java, without the pages that its tests read.
pub const JSOUP: Corpus =
    Corpus { keep: |path| !path.starts_with("src/test/resources/"), ..whole("jsoup", "1.15.3-1", Registry::Debian) };

/// Kombu, messaging in Python, with its tests.
pub const KOMBU: Corpus = whole("kombu", "5.5.4", Registry::Python);

/// MobX: its TypeScript, without what was built from it.
pub const MOBX: Corpus =
    Corpus { keep: |path| path.starts_with("src/") || !path.contains('/'), ..whole("mobx", "6.13.7", Registry::Npm) };

/// Immer: its TypeScript, without what was built from it.
pub const IMMER: Corpus =
    Corpus { keep: |path| path.starts_with("src/") || !path.contains('/'), ..whole("immer", "10.1.1", Registry::Npm) };

/// ureq, an HTTP client in Rust.
pub const UREQ: Corpus = whole("ureq", "3.1.2", Registry::Rust);

/// JUnit 4, in Java, without its site and the objects that its tests read.
pub const JUNIT4: Corpus = Corpus {
    keep: |path| !path.starts_with("src/site/") && !path.starts_with("src/test/resources/"),
    ..whole("junit4", "4.13.2-3", Registry::Debian)
};

/// JavaPoet, in Java, with its tests.
pub const JAVAPOET: Corpus = whole("javapoet", "1.13.0-1", Registry::Debian);

/// marshmallow, with its tests and documentation.
pub const MARSHMALLOW: Corpus = whole("marshmallow", "3.26.1", Registry::Python);

/// Tornado, with its tests and documentation.
pub const TORNADO: Corpus = whole("tornado", "6.5.2", Registry::Python);

/// Commander: its library and types alone, which is all that the package holds.
pub const COMMANDER: Corpus = whole("commander", "13.1.0", Registry::Npm);

/// ws: its library alone, which is all that the package holds.
pub const WS: Corpus = whole("ws", "8.18.3", Registry::Npm);

pub const CLAP_BUILDER: Corpus = whole("clap_builder", "4.6.7", Registry::Rust);

/// indicatif, progress bars in Rust, with its examples and tests.
pub const INDICATIF: Corpus = whole("indicatif", "0.17.11", Registry::Rust);

/// Logrus, in Go.
pub const LOGRUS: Corpus = Corpus { name: "logrus", ..whole("golang-logrus", "1.9.0-1", Registry::Debian) };

/// structlog, structured logging in Python, with its tests and documentation.
pub const STRUCTLOG: Corpus = whole("structlog", "25.1.0", Registry::Python);

/// markdown-it, a parser in JavaScript, without what was built from it.
pub const MARKDOWN_IT: Corpus =
    Corpus { keep: |path| !path.starts_with("dist/"), ..whole("markdown-it", "14.1.0", Registry::Npm) };

/// winston, logging in JavaScript, without what was built from it.
pub const WINSTON: Corpus =
    Corpus { keep: |path| !path.starts_with("dist/"), ..whole("winston", "3.17.0", Registry::Npm) };

/// MiniJinja, a template engine in Rust.
pub const MINIJINJA: Corpus = whole("minijinja", "2.5.0", Registry::Rust);

/// Viper, configuration in Go.
pub const VIPER: Corpus = Corpus { name: "viper", ..whole("golang-github-spf13-viper", "1.10.1-1", Registry::Debian) };

/// Tenacity, retrying in Python, with its tests and documentation.
pub const TENACITY: Corpus = whole("tenacity", "9.1.2", Registry::Python);

/// Ajv, a validator of JSON schemas: its TypeScript, without what was built from it.
pub const AJV: Corpus = Corpus { keep: |path| !path.starts_with("dist/"), ..whole("ajv", "8.17.1", Registry::Npm) };

/// Tower, middleware in Rust, with its tests.
pub const TOWER: Corpus = whole("tower", "0.5.2", Registry::Rust);

/// cron, scheduling in Go.
pub const CRON: Corpus = Corpus { name: "cron", ..whole("golang-github-robfig-cron", "3.0.1-1", Registry::Debian) };

/// JCommander, command lines in Java, with its tests.
pub const JCOMMANDER: Corpus = whole("jcommander", "1.71-4", Registry::Debian);

/// Hashie, extensions of hashes in Ruby, with its specs.
pub const HASHIE: Corpus = Corpus { name: "hashie", ..whole("ruby-hashie", "5.0.0-2", Registry::Debian) };

/// Starlette, a web framework in Python, with its tests and documentation.
pub const STARLETTE: Corpus = whole("starlette", "0.46.2", Registry::Python);

/// Koa: its library alone, without what was built from it.
pub const KOA: Corpus = Corpus { keep: |path| !path.starts_with("dist/"), ..whole("koa", "2.16.1", Registry::Npm) };

/// Tungstenite, WebSockets in Rust.
pub const TUNGSTENITE: Corpus = whole("tungstenite", "0.26.2", Registry::Rust);

/// Afero, file systems in Go.
pub const AFERO: Corpus = Corpus { name: "afero", ..whole("golang-github-spf13-afero", "1.9.3-1", Registry::Debian) };

/// Commons Codec, encodings in Java, with its tests.
pub const CODEC: Corpus = Corpus { name: "codec", ..whole("libcommons-codec-java", "1.15-1", Registry::Debian) };

/// cachetools, caches in Python, with its tests.
pub const CACHETOOLS: Corpus = whole("cachetools", "5.5.2", Registry::Python);

/// send, files over HTTP in JavaScript: its library alone, which is all that the package holds.
pub const SEND: Corpus = whole("send", "1.2.0", Registry::Npm);

/// Reselect: its TypeScript, without what was built from it.
pub const RESELECT: Corpus = Corpus {
    keep: |path| path.starts_with("src/") || !path.contains('/'),
    ..whole("reselect", "5.1.1", Registry::Npm)
};

/// go-cache, a cache in Go, with its tests.
pub const GO_CACHE: Corpus =
    Corpus { name: "go-cache", ..whole("golang-github-patrickmn-go-cache", "2.1.0-1.1", Registry::Debian) };

pub const SLAB: Corpus = whole("slab", "0.4.12", Registry::Rust);

/// Parsedown, Markdown in PHP, with its tests.
pub const PARSEDOWN: Corpus = Corpus { name: "parsedown", ..whole("php-parsedown", "1.7.4-1", Registry::Debian) };

/// WTForms, forms in Python, with its tests and documentation.
pub const WTFORMS: Corpus = whole("wtforms", "3.2.1", Registry::Python);

/// Mocha, tests in JavaScript: its library alone, without what was built from it.
pub const MOCHA: Corpus =
    Corpus { keep: |path| !path.starts_with("mocha.js"), ..whole("mocha", "10.8.2", Registry::Npm) };

pub const TRACING_SUBSCRIBER: Corpus = whole("tracing-subscriber", "0.3.19", Registry::Rust);

/// Bolt, a database in Go, with its tests and its command.
pub const BOLT: Corpus = Corpus { name: "bolt", ..whole("golang-github-boltdb-bolt", "1.3.1-7", Registry::Debian) };

/// Commons CSV, in Java, without the tables that its tests read.
pub const COMMONS_CSV: Corpus = Corpus {
    keep: |path| !path.starts_with("src/test/resources/"),
    ..whole("commons-csv", "1.9.0-1", Registry::Debian)
};

/// waitress, a server of HTTP in Python, with its tests and documentation.
pub const WAITRESS: Corpus = whole("waitress", "3.0.2", Registry::Python);

/// nodemon, restarts of programs in JavaScript: its library alone, which is all that the package holds.
pub const NODEMON: Corpus =
    Corpus { keep: |path| !path.ends_with(".exe"), ..whole("nodemon", "3.1.10", Registry::Npm) };

/// config, layered configuration in Rust, with its examples.
pub const CONFIG: Corpus = whole("config", "0.15.11", Registry::Rust);

/// Gorilla's websocket, in Go, with its tests and examples.
pub const WEBSOCKET: Corpus =
    Corpus { name: "websocket", ..whole("golang-github-gorilla-websocket", "1.5.0-2", Registry::Debian) };

/// pluggy, plugins in Python, with its tests and documentation.
pub const PLUGGY: Corpus = whole("pluggy", "1.5.0", Registry::Python);

/// Redux: its TypeScript, without what was built from it.
pub const REDUX: Corpus = Corpus { keep: |path| !path.starts_with("dist/"), ..whole("redux", "5.0.1", Registry::Npm) };

/// httprouter, in Go.
pub const HTTPROUTER: Corpus =
    Corpus { name: "httprouter", ..whole("golang-github-julienschmidt-httprouter", "1.3.0-2", Registry::Debian) };

/// env_logger, logging in Rust.
pub const ENV_LOGGER: Corpus = whole("env_logger", "0.11.8", Registry::Rust);

/// APScheduler, scheduling of jobs in Python, with its tests and documentation.
pub const APSCHEDULER: Corpus = whole("apscheduler", "3.11.3", Registry::Python);

/// Pino, logging in JavaScript, with its tests and documentation, without what its tests load and its benchmarks.
pub const PINO: Corpus = Corpus {
    keep: |path| !path.starts_with("test/fixtures/") && !path.starts_with("benchmarks/"),
    ..whole("pino", "10.4.0", Registry::Npm)
};

/// rusqlite, SQLite for Rust.
pub const RUSQLITE: Corpus = whole("rusqlite", "0.43.0", Registry::Rust);

/// Echo, a web framework in Go.
pub const ECHO: Corpus = Corpus { name: "echo", ..whole("golang-github-labstack-echo", "4.2.1-3", Registry::Debian) };

/// HikariCP, a pool of JDBC connections in Java.
pub const HIKARICP: Corpus = whole("hikaricp", "2.7.9-1", Registry::Debian);

/// RQ, queues of jobs in Python over Redis, with its tests and documentation.
pub const RQ: Corpus = whole("rq", "2.3.3", Registry::Python);

/// undici, an HTTP client in JavaScript, with its documentation and types, without the parser that was built from C.
pub const UNDICI: Corpus =
    Corpus { keep: |path| !path.starts_with("lib/llhttp/llhttp"), ..whole("undici", "7.10.0", Registry::Npm) };

/// lettre, e-mail in Rust, with its tests and examples.
pub const LETTRE: Corpus = whole("lettre", "0.11.23", Registry::Rust);

/// pq, a driver for PostgreSQL in Go, with its tests.
pub const PQ: Corpus = Corpus { name: "pq", ..whole("golang-github-lib-pq", "1.10.7-2", Registry::Debian) };

/// Commons Pool, pools of objects in Java, with its tests, without its site.
pub const COMMONS_POOL: Corpus = Corpus {
    name: "commons-pool",
    keep: |path| !path.starts_with("src/site/"),
    ..whole("commons-pool2", "2.11.1-1", Registry::Debian)
};

/// find-my-way, a router in JavaScript, with its tests.
pub const FIND_MY_WAY: Corpus = whole("find-my-way", "9.10.2", Registry::Npm);

/// avvio, the start of applications in JavaScript, with its tests.
pub const AVVIO: Corpus = whole("avvio", "9.3.1", Registry::Npm);

/// qs, query strings in JavaScript, with its tests, without what was built from it.
pub const QS: Corpus = Corpus { keep: |path| !path.starts_with("dist/"), ..whole("qs", "6.17.1", Registry::Npm) };

/// formidable, uploads in JavaScript, without what was built from it.
pub const FORMIDABLE: Corpus =
    Corpus { keep: |path| !path.starts_with("dist/"), ..whole("formidable", "3.5.4", Registry::Npm) };

pub const CACHECONTROL: Corpus = whole("cachecontrol", "0.14.3", Registry::Python);

pub const TINY_HTTP: Corpus = whole("tiny_http", "0.12.0", Registry::Rust);

/// Paramiko, SSH in Python, with its tests.
pub const PARAMIKO: Corpus = whole("paramiko", "3.4.0", Registry::Python);

pub const SQLPARSE: Corpus = whole("sqlparse", "0.5.1", Registry::Python);

pub const WATCHDOG: Corpus = whole("watchdog", "4.0.1", Registry::Python);

pub const NODEMAILER: Corpus = whole("nodemailer", "6.9.14", Registry::Npm);

pub const EXPRESS_SESSION: Corpus = whole("express-session", "1.18.1", Registry::Npm);

pub const QUICK_XML: Corpus = whole("quick-xml", "0.36.2", Registry::Rust);

/// asyncssh, SSH in Python, with its tests and examples.
pub const ASYNCSSH: Corpus = whole("asyncssh", "2.21.0", Registry::Python);

/// Supervisor, a daemon in Python, with its tests and documentation.
pub const SUPERVISOR: Corpus = whole("supervisor", "4.2.5", Registry::Python);

/// hapi, a web framework in JavaScript.
pub const HAPI: Corpus = Corpus { name: "hapi", ..whole("@hapi/hapi", "21.4.10", Registry::Npm) };

/// Nunjucks, templates in JavaScript, as it is published: compiled classes, and bundles of them for browsers.
pub const NUNJUCKS: Corpus = whole("nunjucks", "3.2.4", Registry::Npm);

/// just, a command runner in Rust, with its tests.
pub const JUST: Corpus = whole("just", "1.40.0", Registry::Rust);

/// Scrapy, crawling in Python, with its tests and documentation.
pub const SCRAPY: Corpus = whole("scrapy", "2.13.3", Registry::Python);

/// Eleventy, a generator of sites in JavaScript.
pub const ELEVENTY: Corpus = Corpus { name: "eleventy", ..whole("@11ty/eleventy", "3.1.8", Registry::Npm) };

/// bat, a program that shows files, in Rust, with its tests, and the syntaxes and themes that it takes from others.
pub const BAT: Corpus = whole("bat", "0.25.0", Registry::Rust);

/// fzf, a fuzzy finder in Go, with its documentation.
pub const FZF: Corpus = whole("fzf", "0.38.0-1", Registry::Debian);

/// OkHttp, an HTTP client in Java, with its tests and samples.
pub const OKHTTP: Corpus = Corpus { name: "okhttp", ..whole("libokhttp-java", "3.13.1-3", Registry::Debian) };

/// Twig, templates in PHP, with its tests and documentation.
pub const TWIG: Corpus = Corpus { name: "twig", ..whole("php-twig", "3.5.1-1+deb12u3", Registry::Debian) };

/// Gunicorn, a WSGI server in Python, with its tests and documentation.
pub const GUNICORN: Corpus = whole("gunicorn", "23.0.0", Registry::Python);

/// fd, a program that finds files, in Rust, with its tests.
pub const FD: Corpus = Corpus { name: "fd", ..whole("fd-find", "10.2.0", Registry::Rust) };

/// hyperfine, a program that measures commands, in Rust, with its tests.
pub const HYPERFINE: Corpus = whole("hyperfine", "1.19.0", Registry::Rust);

/// HTTPie, an HTTP client for the command line in Python, with its tests and documentation.
pub const HTTPIE: Corpus = whole("httpie", "3.2.4", Registry::Python);

/// mdBook, books from Markdown, in Rust, with its tests.
pub const MDBOOK: Corpus = whole("mdbook", "0.4.48", Registry::Rust);

/// WebTorrent, a BitTorrent client in JavaScript, with what it bundles.
pub const WEBTORRENT: Corpus = whole("webtorrent", "2.5.1", Registry::Npm);

/// About 130 files: the Python of Aider, with its tests and benchmark.
pub const AIDER: Corpus =
    Corpus { name: "aider", keep: |path| path.ends_with(".py"), ..whole("aider-chat", "0.86.1", Registry::Python) };

/// About 1,000 files: Django's Python and the first part of its tests, without translations.
pub const DJANGO: Corpus = Corpus {
    name: "django",
    keep: |path| {
        let first_tests = ["tests/a", "tests/b", "tests/c"].iter().any(|start| path.starts_with(start));
        path.ends_with(".py") && !path.contains("/locale/") && (path.starts_with("django/") || first_tests)
    },
    ..DJANGO_WHOLE
};

/// About 5,000 files: all of Django, with tests, documentation, templates and translations.
pub const DJANGO_WHOLE: Corpus = Corpus { name: "django-whole", ..whole("django", "5.2.8", Registry::Python) };

impl Corpus {
    /// The repository's folder, fetched where it is not there yet.
    pub fn fetch(&self) -> Result<PathBuf> {
        let home = place::cache()?.join("corpora").join(format!("{}-{}", self.name, self.version));
        let folder = home.join(self.name);
        if folder.exists() {
            return Ok(folder);
        }
        step(&format!("{} {} (source package, once)", self.package, self.version));
        let work = home.with_extension("partial");
        fresh_folder(&work)?;
        let kept = work.join(self.name);
        self.download(&work, &kept).with_context(|| {
            format!("the source package {} {} could not be fetched: is there a network?", self.package, self.version)
        })?;
        fresh_folder(&home)?;
        std::fs::rename(&kept, &folder)?;
        std::fs::remove_dir_all(&work)?;
        Ok(folder)
    }

    fn download(&self, work: &Path, kept: &Path) -> Result<()> {
        match self.registry {
            Registry::Python => {
                let wanted = format!("{}=={}", self.package, self.version);
                let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", self.package, &wanted];
                run(program(setup::pip()?)?.args(pip).current_dir(work))?;
                self.unpack(&archive_in(work)?, kept)
            }
            Registry::Npm => {
                let wanted = format!("{}@{}", self.package, self.version);
                run(program("npm")?.args(["pack", "--silent", &wanted]).current_dir(work))?;
                self.unpack(&archive_in(work)?, kept)
            }
            Registry::Rust => self.copy_crate(work, kept),
            Registry::Debian => {
                let archive = debian::fetch(self.package, self.version, work)?;
                let whole = work.join("whole");
                debian::unpack(&archive, &whole)?;
                self.copy_kept(&whole, kept)
            }
        }
    }

    /// Unpacks an archive whose entries all lie in one top folder.
    fn unpack(&self, archive: &Path, kept: &Path) -> Result<()> {
        let file = std::fs::File::open(archive)?;
        for entry in tar::Archive::new(flate2::read::GzDecoder::new(file)).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.into_owned();
            let inside: PathBuf = path.components().skip(1).collect();
            let plain = inside.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            if entry.header().entry_type().is_file() && plain && (self.keep)(&inside.to_string_lossy()) {
                entry.unpack(place_for(kept.join(inside))?)?;
            }
        }
        Ok(())
    }

    /// Lets cargo fetch the package as the dependency of a throw-away one, and copies it from cargo's own cache.
    fn copy_crate(&self, work: &Path, kept: &Path) -> Result<()> {
        let manifest = format!(
            "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n\
             [workspace]\n[dependencies]\n{} = {{ version = \"={}\", default-features = false }}\n",
            self.package, self.version
        );
        std::fs::write(work.join("Cargo.toml"), manifest)?;
        std::fs::write(work.join("lib.rs"), "")?;
        let mut metadata = program("cargo")?;
        metadata.args(["metadata", "--format-version", "1"]).current_dir(work);
        // A package without a library is downloaded, and listed nowhere.
        let folder = match manifest_of(self.package, &mut metadata) {
            Ok(manifest) => manifest.parent().context("a manifest without a folder")?.to_owned(),
            Err(error) => self.in_registry().ok_or(error)?,
        };
        self.copy_kept(&folder, kept)
    }

    /// The folder of the package in cargo's own cache.
    fn in_registry(&self) -> Option<PathBuf> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
        let registries = std::fs::read_dir(home.join("registry/src")).ok()?.flatten();
        let named = format!("{}-{}", self.package, self.version);
        registries.map(|registry| registry.path().join(&named)).find(|folder| folder.join("Cargo.toml").exists())
    }

    /// Copies the files of a folder that belong to the repository.
    fn copy_kept(&self, package: &Path, kept: &Path) -> Result<()> {
        for file in files_in(package)? {
            let inside = file.strip_prefix(package)?;
            if (self.keep)(&inside.to_string_lossy()) {
                std::fs::copy(&file, place_for(kept.join(inside))?)?;
            }
        }
        Ok(())
    }
}

/// The path, in a folder that is made where it is missing.
fn place_for(path: PathBuf) -> Result<PathBuf> {
    std::fs::create_dir_all(path.parent().context("a file without a folder")?)?;
    Ok(path)
}

fn archive_in(folder: &Path) -> Result<PathBuf> {
    let entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_archive = |path: &PathBuf| [".tar.gz", ".tgz"].iter().any(|end| path.to_string_lossy().ends_with(end));
    entries.into_iter().find(is_archive).context("the package manager left no archive")
}
